/** A server that is none: what each call answers is written beside the entry that needs it. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { CallError } from '../src/api/call-error.ts'
import type { Api, CallOptions, Reply } from '../src/api/client.ts'
import { colleagues } from './fixtures/people.ts'

type Answer<Name extends CallName> = (options: CallOptions<Name>) => Reply<Name> | Promise<Reply<Name>>
export type Answers = { readonly [Name in CallName]?: Answer<Name> } & {
  readonly blob?: (address: string) => Blob | Promise<Blob>
}

export const EPOCH = 'e1'

export const ok = <Data>(data: Data) => ({ code: 'ok' as const, data, asOf: 100, epoch: EPOCH, cursor: null })

/** It is asked, and no answer comes. */
export const never = () => new Promise<never>(() => undefined)

export function refuse(status = 503, reason?: string): never {
  throw new CallError(undefined, status, { reason, requestId: '7F2A-0911', message: 'The server did not answer.' })
}

/** What nearly every entry asks for. */
const USUAL: Answers = {
  agents: () => ok([...colleagues]),
  drafts: () => ok([]),
  mentions: () => ({ ...ok([]), unseen: 0 }),
  scheduledMessages: () => ok([]),
  patientsWithSameNumber: () => ok([]),
  cannedMessages: () => ok([]),
  lastSeen: () => ok([{ user: 'usr_dana', name: 'Dana Whitfield', seenAt: '2026-11-19T15:14:40.000Z' }]),
  attachments: () => ok([]),
  conversationHistory: () => ok([]),
  saveDraft: never,
  blob: never,
}

export function cannedApi(answers: Answers = {}): Api {
  const all = { ...USUAL, ...answers } as Record<string, ((asked: unknown) => unknown) | undefined>
  const answer = async (name: string, asked: unknown) => {
    const given = all[name]
    // A test looks at the console: an entry that asks for more than it was given is wrong.
    if (!given) console.error(`The gallery has no answer to ${name}`)
    return given ? given(asked) : never()
  }
  return Object.assign((name: string, options: unknown = {}) => answer(name, options), {
    blob: (address: string) => answer('blob', address),
  }) as unknown as Api
}
