/**
 * Receives messages from browsers: counts, parses and answers each one, refused ones included. The messages of one
 * socket are handled in order, so the later of two subscriptions wins.
 */
import { type ClientToRelay, liveMessages, type Received, type Refused } from '@foyer/contracts/live.ts'
import type { Logger } from 'pino'
import type { Turns } from '../turns.ts'
import type { RelaySocket } from './socket.ts'

type Name = keyof ClientToRelay
type ReplyTo<N extends Name> = Parameters<Parameters<ClientToRelay[N]>[1]>[0]

export interface Answer<Reply> {
  readonly reply: Reply
  /** Runs right after the reply was sent, with no other message in between. */
  readonly afterwards?: () => void
}

export type Handlers = {
  readonly [N in Name]: (socket: RelaySocket, message: Received<N>) => Answer<ReplyTo<N>> | Promise<Answer<ReplyTo<N>>>
}

interface Dependencies {
  readonly handlers: Handlers
  readonly log: Logger
  readonly turns: Turns
  /** Corks the connection: everything sent within `work` leaves in one write. */
  together(socket: RelaySocket, work: () => void): void
  /** 0, or how long the client has to wait in ms. */
  limit(): number
}

export function receiveMessages(socket: RelaySocket, { handlers, log, turns, together, limit }: Dependencies): void {
  socket.onAny((name: string, ...rest: unknown[]) => {
    const [message] = rest
    const callback = rest.at(-1)
    const reply = (value: unknown) => void (typeof callback === 'function' && callback(value))
    const retryMs = limit()
    if (retryMs > 0) return reply(refused('rate_limited', retryMs))
    if (!isName(name)) return reply(refused('not_valid'))
    const parsed = liveMessages.up[name][0].safeParse(message)
    if (!parsed.success) return reply(refused('not_valid'))
    // The contract's table pairs names and messages; TypeScript can't follow that here, so the handler is cast.
    const handle = handlers[name] as (
      socket: RelaySocket,
      message: unknown,
    ) => Answer<unknown> | Promise<Answer<unknown>>
    turns(socket.id, async () => {
      if (!socket.connected) return
      const answer = await handle(socket, parsed.data)
      together(socket, () => {
        reply(answer.reply)
        answer.afterwards?.()
      })
    }).catch((err: unknown) => {
      log.error({ err, message: name }, 'handling a message of a client failed')
      reply(refused('unavailable', 1_000))
    })
  })
}

export function refused(code: Refused['code'], retryMs?: number): Refused {
  return { ok: false, code, ...(retryMs !== undefined && { retryMs }) }
}

function isName(name: string): name is Name {
  return Object.hasOwn(liveMessages.up, name)
}
