/** A fake API: each gallery entry defines the answers of its calls. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { CallError } from '../src/api/call-error.ts'
import type { Api, CallOptions, Reply } from '../src/api/client.ts'
import { settings } from './fixtures/hours.ts'
import { colleagues, preferences, teams } from './fixtures/people.ts'

type Answer<Name extends CallName> = (options: CallOptions<Name>) => Reply<Name> | Promise<Reply<Name>>
export type Answers = { readonly [Name in CallName]?: Answer<Name> } & {
  readonly blob?: (address: string) => Blob | Promise<Blob>
}

export const EPOCH = 'e1'

export const ok = <Data>(data: Data) => ({ code: 'ok' as const, data, asOf: 100, epoch: EPOCH, cursor: null })

/** A call without an answer. */
export const never = () => new Promise<never>(() => undefined)

export function refuse(status = 503, reason?: string): never {
  throw new CallError(undefined, status, { reason, requestId: '7F2A-0911', message: 'The server did not answer.' })
}

/** The answers that nearly every entry needs. */
const USUAL: Answers = {
  agents: () => ok([...colleagues]),
  teams: () => ok([...teams]),
  workload: () => ok({ staff: { usr_lena: 4, usr_dana: 12 }, teams: { team1: 7 } }),
  inboxSettings: () => ok(settings),
  preferences: () => ok(preferences),
  savePreferences: never,
  drafts: () => ok([]),
  holds: () => ok([]),
  ownTally: () => ok({ user: 'usr_lena', drafts: 2, held: 1, version: 1 }),
  savedViews: () => ok([]),
  mentions: () => ({ ...ok([]), unseen: 0 }),
  notices: () => ({ ...ok([]), unseen: 0 }),
  seeNotices: never,
  scheduledMessages: () => ok([]),
  patientsWithSameNumber: () => ok([]),
  patientHousehold: () => ok({ phoneNumber: null, members: [], conversationId: null }),
  patientVisits: () => ok([]),
  automationRuns: () => ok([]),
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
    // The gallery test checks the console, so an entry that calls without a defined answer fails.
    if (!given) console.error(`The gallery has no answer to ${name}`)
    return given ? given(asked) : never()
  }
  return Object.assign((name: string, options: unknown = {}) => answer(name, options), {
    blob: (address: string) => answer('blob', address),
  }) as unknown as Api
}
