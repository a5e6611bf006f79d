/** How a server stops: nobody comes in any more, and a connection ends with the answer that is under way on it. */
import type { Server, ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'

const DRAIN_MS = 8_000

/** To be made before anybody else hears of the server's requests. What it gives resolves once the last connection is gone. */
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
      // Its head may have said before that the connection stays.
      if (isDraining && answers?.size === 0) socket.destroySoon()
    })
  })

  return () =>
    new Promise((resolve) => {
      isDraining = true
      const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      // The way of HTTP servers takes an answer for done that is not read to its end yet, and cuts it off.
      Listener.prototype.close.call(server, () => {
        clearTimeout(patience)
        resolve()
      })
      for (const [socket, answers] of underWay) {
        // Whoever asks again does so elsewhere.
        for (const answer of answers) answer.shouldKeepAlive = false
        if (answers.size === 0) socket.destroySoon()
      }
    })
}
