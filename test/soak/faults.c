/* Loaded into the server (LD_PRELOAD) to make its database's disk slow or full, and its clock wrong, while it runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct faults {
  long long clock_ms; /* the wall clock is ahead by so much */
  long long sync_ms;  /* each sync takes so much longer */
  long long is_full;
};

static volatile struct faults none;

static volatile struct faults *present(void) {
  static volatile struct faults *shared;
  if (shared != NULL) return shared;
  const char *path = getenv("SOAK_FAULTS");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return shared = &none;
  void *mapped = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  return shared = mapped == MAP_FAILED ? &none : mapped;
}

#define REAL(name) static __typeof__(&name) real; if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int clock_gettime(clockid_t id, struct timespec *time) {
  REAL(clock_gettime);
  int outcome = real(id, time);
  if (id == CLOCK_REALTIME && outcome == 0) time->tv_sec += present()->clock_ms / 1000;
  return outcome;
}

int gettimeofday(struct timeval *time, void *zone) {
  REAL(gettimeofday);
  int outcome = real(time, zone);
  if (outcome == 0) time->tv_sec += present()->clock_ms / 1000;
  return outcome;
}

static void wait_for_disk(void) {
  long long ms = present()->sync_ms;
  struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  if (ms > 0) nanosleep(&time, NULL);
}

int fsync(int file) {
  REAL(fsync);
  wait_for_disk();
  return real(file);
}

int fdatasync(int file) {
  REAL(fdatasync);
  wait_for_disk();
  return real(file);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  REAL(pwrite64);
  if (!present()->is_full) return real(file, bytes, count, offset);
  errno = ENOSPC;
  return -1;
}
