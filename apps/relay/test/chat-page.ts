/** A patient's chat page at the other end of the socket; records what it receives. */
import { type RelayToVisitor, VISITOR_NAMESPACE } from '@foyer/contracts/visitor-live.ts'
import { io, type Socket } from 'socket.io-client'

export type ChatPage = ReturnType<typeof createChatPage>

type Says = Record<string, (...words: unknown[]) => void>

export function createChatPage(url: string, token: unknown, options: { origin?: string; transports?: string[] } = {}) {
  const socket: Socket<RelayToVisitor, Says> = io(`${url}${VISITOR_NAMESPACE}`, {
    auth: { token },
    transports: options.transports ?? ['websocket'],
    reconnection: false,
    forceNew: true,
    ...(options.origin && { extraHeaders: { origin: options.origin } }),
  })
  /** Every message received, with all its arguments. */
  const received: unknown[][] = []
  socket.onAny((...words: unknown[]) => void received.push(words))
  let closed: string | null = null
  socket.on('disconnect', (reason) => {
    closed = reason
  })

  return {
    socket,
    received,
    get closed() {
      return closed
    },
    /** `connected`, or the code of the refusal. */
    opened: () =>
      new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'))
        socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
          resolve(error.data?.code ?? error.message),
        )
      }),
    /** Sends a message and returns the answer. */
    ask: (name: string, ...words: unknown[]): Promise<unknown> =>
      new Promise((resolve) => void socket.emit(name, ...words, resolve)),
    close: () => socket.disconnect(),
  }
}
