/** Drains an HTTP server: it accepts no connections, and each open one closes after the answers in progress. */
import type { Server, ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'

const DRAIN_MS = 8_000

/**
 * Must be created before other listeners of the server's requests. The returned function resolves when the last
 * connection is closed.
 */
export function createDrain(server: Server): () => Promise<void> {
  let isDraining = false
  const underWay = new Map<Socket, Set<ServerResponse>>()

  server.on('connection', (socket) => {
    underWay.set(socket, new Set())
    socket.once('close', () => underWay.delete(socket))
  })
  server.on('request', ({ socket }, answer) => {
    const answers = underWay.get(socket)
    answers?.add(answer)
    if (isDraining) answer.shouldKeepAlive = false
    answer.once('close', () => {
      answers?.delete(answer)
      // The answer's headers may have promised keep-alive before the drain began.
      if (isDraining && answers?.size === 0) socket.destroySoon()
    })
  })

  return () =>
    new Promise((resolve) => {
      isDraining = true
      const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      // `http.Server.close` would cut off an answer that the client has not read to its end; the method of
      // `net.Server` does not.
      Listener.prototype.close.call(server, () => {
        clearTimeout(patience)
        resolve()
      })
      for (const [socket, answers] of underWay) {
        // The client opens a new connection elsewhere for its next request.
        for (const answer of answers) answer.shouldKeepAlive = false
        if (answers.size === 0) socket.destroySoon()
      }
    })
}
