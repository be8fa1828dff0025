/** Bare `Bun.serve` that publishes each message to all other sockets, without any checks. */
const port = Number(process.argv[2]);

Bun.serve({
  hostname: '127.0.0.1',
  port,
  fetch(request, server) {
    if (server.upgrade(request, { data: undefined })) return undefined;
    return new Response('ok');
  },
  websocket: {
    open: (socket) => void socket.subscribe('everybody'),
    message: (socket, message) => void socket.publish('everybody', message),
  },
});
process.on('SIGTERM', () => process.exit(0));
