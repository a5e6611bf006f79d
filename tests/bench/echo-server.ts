/** The baseline of delivery: a bare Socket.IO server that sends every message to all sockets. */
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const http = createServer()
const io = new Server(http, { serveClient: false, perMessageDeflate: false })
io.on('connection', (socket) => socket.on('say', (word) => io.emit('said', word)))
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
