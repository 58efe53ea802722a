// <netinet/in.h>: byte order and address structures.
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  printf("%x %x\n", (unsigned)ntohl(htonl(0x12345678)), (unsigned)ntohs(htons(0xabcd)));
  unsigned char image[4];
  uint32_t network = htonl(0x01020304);
  memcpy(image, &network, 4);
  printf("%d%d%d%d\n", image[0], image[1], image[2], image[3]);
  struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(8080), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  char text[INET6_ADDRSTRLEN];
  printf("%s %d\n", inet_ntop(AF_INET, &a.sin_addr, text, sizeof text), ntohs(a.sin_port));
  struct in6_addr six = IN6ADDR_LOOPBACK_INIT;
  printf("%s %d\n", inet_ntop(AF_INET6, &six, text, sizeof text), IN6_IS_ADDR_LOOPBACK(&six) != 0);
  struct in_addr parsed;
  int converted = inet_pton(AF_INET, "192.168.1.2", &parsed);
  printf("%d %x\n", converted, (unsigned)ntohl(parsed.s_addr));
  printf("%d %d %d\n", IPPROTO_TCP, IPPROTO_UDP, INADDR_ANY == 0);
  return 0;
}
