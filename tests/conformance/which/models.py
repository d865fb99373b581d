"""models.py ROOT OUT: what SGLang's own ModelConfig makes of each architecture that transformers can configure, and of
the ways in which checkpoints say their quantization.

ROOT: the unpacked wheel of sglang.  Writes OUT/ARCHITECTURE/config.json as save_pretrained does, and prints a JSON object:
architecture -> what ModelConfig says (mla, sinks, asymmetric, kv_heads; or quantization).  torch is a stand-in (../sglang/stubs.py); no
stub may decide anything while a model is looked at.
"""
import json
import logging
import os
import pathlib
import re
import sys
import types

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_VERBOSITY"] = "critical"
from transformers import AutoConfig  # noqa: E402
from transformers.models.auto import configuration_auto  # noqa: E402

root, out = sys.argv[1], pathlib.Path(sys.argv[2])
source = (pathlib.Path(configuration_auto.__file__).parent / "modeling_auto.py").read_text()
configs = {}
for kind, name in re.findall(r'\("([a-z0-9_.-]+)",\s*"([A-Za-z0-9_]+(?:ForCausalLM|ForConditionalGeneration|ForBlockDiffusion))"\)', source):
    if name in configs or kind not in configuration_auto.CONFIG_MAPPING_NAMES:
        continue
    try:
        config = AutoConfig.for_model(kind)
        config.architectures = [name]
        config.save_pretrained(out / name)
        configs[name] = config
    except Exception:  # a class that needs torch
        pass

# the same names are stand-ins for SGLang, which asks transformers for much that needs torch
for module in list(sys.modules):
    if module.split(".")[0] in ("transformers", "huggingface_hub", "tokenizers", "safetensors"):
        del sys.modules[module]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "sglang"))
import stubs  # noqa: E402

stubs.ROOT[0] = os.path.abspath(root) + "/sglang/"
stubs.machine(90, "13.0")
package = types.ModuleType("sglang")
package.__path__ = [os.path.abspath(root) + "/sglang"]
package.__version__ = "0.5.23"
sys.modules["sglang"] = package
logging.disable(logging.CRITICAL)
from sglang.srt.configs.model_config import AttentionArch, ModelConfig  # noqa: E402
from sglang.srt.utils.hf_transformers.common import get_hf_text_config  # noqa: E402

said, left = {}, {}
for name, config in configs.items():
    before = len(stubs.COUNTED)
    try:
        model = ModelConfig.__new__(ModelConfig)
        model.hf_config, model.hf_text_config, model.is_draft_model = config, get_hf_text_config(config), False
        model._derive_model_shapes()
        if model.attention_arch == AttentionArch.SSM:
            continue  # no attention at all
        said[name] = {
            "mla": "yes" if model.attention_arch == AttentionArch.MLA else "no",
            "sinks": "yes" if model._detect_attention_sinks() else "no",
            "asymmetric": "yes" if model.has_asymmetric_kv else "no",
            "kv_heads": str(model.get_num_kv_heads(1)),
        }
    except Exception as error:  # no model that SGLang serves
        left[name] = f"{type(error).__name__}: {error}"[:100]
    if len(stubs.COUNTED) > before:
        sys.exit(f"a stub decided about {name}: {stubs.COUNTED[before:][:3]}")

# quantization_config of config.json, hf_quant_config.json; None: there is none
QUANTIZED = [
    (None, None),
    ({"quant_method": "fp8", "activation_scheme": "dynamic", "weight_block_size": [128, 128]}, None),
    ({"quant_method": "mxfp4"}, None),
    ({"quant_method": "awq", "bits": 4}, None),
    ({"quant_method": "compressed-tensors", "format": "nvfp4-pack-quantized", "config_groups": {"group_0": {"weights": {"num_bits": 4, "type": "float"}}}}, None),
    ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, None),
    ({"quant_method": "modelopt", "quant_algo": "W4A16_NVFP4"}, None),
    ({"quant_method": "modelopt", "quant_algo": "FP8"}, None),
    ({"quant_method": "modelopt", "quant_algo": "MXFP8"}, None),
    ({"quant_algo": "NVFP4"}, None),
    ({"quant_method": "modelopt", "quant_algo": "MIXED_PRECISION", "quantized_layers": {"a": {"quant_algo": "FP8"}, "b": {"quant_algo": "NVFP4"}}}, None),
    ({"quant_method": "modelopt", "quant_algo": "MIXED_PRECISION", "quantized_layers": {"a": {"quant_algo": "W4A8"}}}, None),
    ({"quant_method": "modelopt", "quant_algo": "W8A8_SQ"}, None),
    (None, {"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "NVFP4", "kv_cache_quant_algo": "FP8"}}),
    (None, {"quantization": {"quant_algo": "FP8"}}),
    (None, {"quant_algo": "FP8", "quant_method": "modelopt"}),
    (None, {"quantization": {"quant_algo": "MIXED_PRECISION", "quantized_layers": {"a": {"quant_algo": "NVFP4"}}}}),
    ({"quant_method": "fp8"}, {"quantization": {"quant_algo": "NVFP4"}}),
]
quantized = {}
for i, (own, beside) in enumerate(QUANTIZED):
    folder = out / f"quantized-{i}"
    folder.mkdir(parents=True, exist_ok=True)
    config = {"architectures": ["Gemma4ForCausalLM"], **({"quantization_config": own} if own else {})}
    (folder / "config.json").write_text(json.dumps(config))
    if beside:
        (folder / "hf_quant_config.json").write_text(json.dumps(beside))
    model = ModelConfig.__new__(ModelConfig)
    model.hf_config, model.model_path = types.SimpleNamespace(**json.loads((folder / "config.json").read_text())), str(folder)
    before = len(stubs.COUNTED)
    found = model._parse_quant_hf_config()
    if len(stubs.COUNTED) > before:
        sys.exit(f"a stub decided about {folder}: {stubs.COUNTED[before:][:3]}")
    quantized[folder.name] = {"quantization": (found or {}).get("quant_method")}
json.dump({"said": said, "quantized": quantized, "left": left}, sys.stdout, indent=1)
