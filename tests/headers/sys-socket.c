// <sys/socket.h>: a pair of connected sockets in one process.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
  char got[16] = { 0 };
  printf("%zd ", send(ends[0], "ping", 4, 0));
  ssize_t received = recv(ends[1], got, sizeof got, 0);
  printf("%zd %s\n", received, got);
  struct iovec parts[2] = { { "gather", 6 }, { "ed", 2 } };
  struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
  printf("%zd ", sendmsg(ends[1], &message, 0));
  memset(got, 0, sizeof got);
  ssize_t n = recv(ends[0], got, sizeof got, MSG_PEEK);
  printf("%zd %s\n", n, got);
  int type;
  socklen_t length = sizeof type;
  int failed = getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &type, &length);
  printf("%d %d\n", failed, type == SOCK_STREAM);
  printf("%d\n", shutdown(ends[0], SHUT_WR));
  printf("%zd\n", read(ends[1], got, sizeof got));
  close(ends[0]), close(ends[1]);
  struct sockaddr_storage room;
  printf("%d\n", sizeof room >= sizeof(struct sockaddr));
  return 0;
}
