/** A patient's page at its end of the socket: what it is told. */
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
  /** Everything that it was told, word for word. */
  const told: unknown[][] = []
  socket.onAny((...words: unknown[]) => void told.push(words))
  let closed: string | null = null
  socket.on('disconnect', (reason) => {
    closed = reason
  })

  return {
    socket,
    told,
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
    /** Says something, and gives the answer. */
    ask: (name: string, ...words: unknown[]): Promise<unknown> =>
      new Promise((resolve) => void socket.emit(name, ...words, resolve)),
    close: () => socket.disconnect(),
  }
}
