# Random questions for sink.ini, always the same ones: awk -v rows=N -f sample.awk
function pick(list,   part, n) {
    n = split(list, part, ";")
    seed = (seed * 16807) % 2147483647
    return part[1 + int(seed / 2147483647 * n)]
}
BEGIN {
    seed = 20240607
    print "arch,sm,kv,lib,server,page,mla,sinks"
    for (i = 0; i < rows; i++)
        print pick("Big-1;Big-1;Big-2;odd name;Tiny;Tiny9;TinyX;TinyXY;Late;somebody;odd;other9") "," \
            pick("50;62;70;75;80;86;90;100;100;103;103;107;110;120;121;122;999;none") "," \
            pick("auto;bfloat16;fp8_e4m3;none;fp8;bf16") "," \
            pick("absent;1.2.3;1.2.3rc1;1.2.3rc0;1.2.3.dev5;1.2.2.post9;1.3.0;1.3.5+cu128;1.4;2.0;2.0rc1;1.99.99;2;1!2.0;1!2;" \
                 "3.0.0.1;3.0.0.1.7;3.0.0.2;3.0.0;1.2.3+local.1;v1.2.3;1.2.3-1;0.0.0.dev0;0.0.1a1") "," \
            pick("0.5.17;0.5.18;0.5.18rc1;0.6;0.5.18.post1;1!0.1") "," \
            pick("unset;1;7;8;16;17;24;32;63;64;65;72;80;256;1023;1024") "," pick("yes;no") "," pick("yes;no;unknown")
}
