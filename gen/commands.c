/* commands.c -- the commands by name: what main runs, and what --help lists. */
#include "run.h"

const struct command command[] = {
    {"compile", 'c', "TABLE...", "check each table and write its header, vectors and diagrams", cmd_compile},
    {"check", 'k', "TABLE...", "report every finding, write nothing", cmd_check},
    {"eval", 'v', "TABLE [CSV]", "answer each row of a CSV file (- or none: standard input)", cmd_eval},
    {"explain", 'x', "TABLE INPUT=VALUE...", "say what is chosen, by which rule, and why", cmd_explain},
    {"which", 'w', "TABLE MODEL [INPUT=VALUE...]", "say what is chosen for a model: its folder or config.json",
     cmd_which},
    {"diff", 'd', "OLD NEW", "show the cells whose answer changed; a table is a file or git:REV:PATH", cmd_diff},
    {"docs", 's', "TABLE...", "write a page per table: matrices, rules, needs, findings, diagrams", cmd_docs},
    {"probe", 'p', "[TABLE [INPUT=VALUE...]]", "say what this machine has: GPUs, driver, installed libraries",
     cmd_probe},
    {"fmt", 'f', "FILE...", "lay tables out in the one canonical form", cmd_fmt},
};
const size_t ncommand = sizeof command / sizeof *command;
