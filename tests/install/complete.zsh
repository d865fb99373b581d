# complete.zsh FUNCTIONS BIN LINE WANTED: in a zsh on a terminal of its own, LINE and a tab become WANTED.
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1='> '; stty cols 200 rows 50; fpath=(${(q)1} \$fpath); PATH=${(q)2}:\$PATH; autoload -Uz compinit; compinit -u -D; print RE''ADY"
wait_for() { # TEXT: at most 20 seconds
    local text= part
    for ((i = 0; i < 200; i++)); do
        while zpty -r -t z part; do text+=$part; done
        # what the line editor writes besides: colours and places
        [[ ${text//$'\e['[0-9;?]#[A-Za-z]/} == *$1* ]] && return 0
        sleep 0.1
    done
    print -r -- "'$1' does not come; what came: $text"
    return 1
}
setopt extendedglob
wait_for READY || exit 1
zpty -n -w z "$3"$'\t'
wait_for "$4"
