/* cmd_diff_git.c -- tables that lie in a git repository: git:REV:PATH.
 *
 * In: such a path, or one of a file that the table uses.  Out: its bytes, as `git cat-file blob REV:PATH` prints them;
 * git::PATH is the index.  Relative names of -I folders are looked up in the revision first, then in the working tree.
 * diff is the only command that runs another program, and git is the only program; no shell comes between.
 */
#include "cmd_diff.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* No other child keeps an end of the pipe, so that its end of file comes when git ends. */
static pid_t start(char *const argv[], int *out) {
    int to[2];
    pid_t pid = -1;
    posix_spawn_file_actions_t actions;
    if (pipe(to) != 0 || posix_spawn_file_actions_init(&actions) != 0) {
        return -1;
    }
    fcntl(to[0], F_SETFD, FD_CLOEXEC); /* two tables are read at once */
    fcntl(to[1], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_adddup2(&actions, to[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) != 0) {
        pid = -1;
    }
    posix_spawn_file_actions_destroy(&actions);
    close(to[1]);
    if (pid < 0) {
        close(to[0]);
    }
    *out = to[0];
    return pid;
}

/* What git prints; NULL: git did not succeed.  *ran: there is a git. */
static char *git_output(struct arena *a, const char *const argv[], size_t *len, bool *ran) {
    struct text t = {.arena = a};
    char block[65536];
    int out = -1, status = -1;
    pid_t pid = start((char *const *)(uintptr_t)argv, &out);
    *ran = pid > 0;
    text_put(&t, "");
    for (ssize_t n = 1; pid > 0 && n != 0;) {
        n = read(out, block, sizeof block);
        if (n < 0 && errno != EINTR) {
            break;
        }
        text_add(&t, block, n > 0 ? (size_t)n : 0);
    }
    if (pid > 0) {
        close(out);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    *len = t.len;
    *ran = *ran && !(WIFEXITED(status) && WEXITSTATUS(status) == 127);
    return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? t.at : NULL;
}

bool is_git_path(const char *path) {
    return strncmp(path, "git:", 4) == 0 && strchr(path + 4, ':') != NULL;
}

/* cat-file and not show: no textconv, no other configuration takes part. */
static const char *git_blob(struct arena *a, const char *object, size_t *len, bool *ran) {
    const char *const argv[] = {"git", "cat-file", "blob", object, NULL};
    return git_output(a, argv, len, ran);
}

/* Is there such a revision at all?  Else every file would seem to be missing. */
const char *git_fault(struct arena *a, const char *path) {
    const char *rev = arena_strdup(a, path + 4, (size_t)(strchr(path + 4, ':') - path - 4));
    const char *const argv[] = {"git", "rev-parse", "--verify", "--quiet", "--end-of-options", rev, NULL};
    const char *const inside[] = {"git", "rev-parse", "--git-dir", NULL};
    size_t len;
    bool ran;
    if (!git_output(a, inside, &len, &ran)) {
        return ran ? "this folder is in no git repository" : "there is no program 'git'";
    }
    if (*rev == '-' || (*rev && !git_output(a, argv, &len, &ran))) {
        return arena_printf(a, "'%s' is no revision of this repository", rev);
    }
    return NULL;
}

const char *file_fetch(struct arena *a, const char *path, const char **bytes, size_t *len, bool *absent) {
    struct text t = {.arena = a};
    char block[65536];
    FILE *in = fopen(path, "rb");
    *absent = !in && (errno == ENOENT || errno == ENOTDIR);
    if (!in) {
        return strerror(errno);
    }
    text_put(&t, "");
    for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;) {
        text_add(&t, block, n);
    }
    bool bad = ferror(in);
    fclose(in);
    *bytes = t.at;
    *len = t.len;
    return bad ? "is no file that can be read" : NULL;
}

/* from: the operand, whose revision a plain path is looked up in. */
const char *git_fetch(void *from, struct arena *a, const char *path, const char **bytes, size_t *len, bool *absent) {
    const char *operand = from, *colon = strchr(operand + 4, ':');
    bool ran = true;
    *absent = false;
    if (is_git_path(path)) {
        *bytes = git_blob(a, path + 4, len, &ran);
        *absent = !*bytes && ran;
        return *bytes ? NULL : ran ? "no such file in that revision" : "there is no program 'git'";
    }
    if (*path != '/') {
        *bytes = git_blob(a, arena_printf(a, "%.*s./%s", (int)(colon - operand - 3), operand + 4, path), len, &ran);
        if (*bytes) {
            return NULL;
        }
    }
    return file_fetch(a, path, bytes, len, absent);
}

/* For what git shows better by itself. */
int git_run(char *const argv[]) {
    int status = -1;
    pid_t pid = -1;
    if (posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ) != 0) {
        return -1;
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
