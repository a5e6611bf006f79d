/**
 * A text to somebody with whom no conversation is open: whom to, what, and its sending.
 *
 *   writing ──send──▶ sending ──▶ sent
 *      ▲─────refused────┘
 *
 * Nothing that was typed is lost: not by a refusal, and not by closing the panel, which leaves the actor as it is. What
 * was begun for one person is for nobody else: it waits aside while another one is written to. Whoever takes the recipient
 * out and chooses again keeps the text.
 */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { cleanPhone } from '@foyer/contracts/phone.rules.ts'
import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'

export interface Recipient {
  /** Null where it is a number that was typed. */
  readonly patientId: string | null
  readonly name: string | null
  readonly phoneNumber: string
}

interface NewMessageContext {
  readonly search: string
  readonly to: Recipient | null
  readonly text: string
  /** What was begun for others, by whom it is for. */
  readonly aside: ReadonlyMap<string, string>
  /** Who was chosen while a text to somebody else is on its way. */
  readonly next: Recipient | null
  /** Of this sending, on every try the same; another text or recipient is another sending. */
  readonly key: string
  readonly error: unknown
  readonly newId: () => string
}

export interface NewMessageRequest {
  readonly to: Recipient
  readonly text: string
  readonly key: string
}

export interface Started {
  readonly conversation: Conversation
  readonly epoch: string
}

type NewMessageEvent =
  | { type: 'search.typed'; search: string }
  | { type: 'recipient.chosen'; to: Recipient }
  | { type: 'recipient.cleared' }
  | { type: 'text.typed'; text: string }
  | { type: 'send.requested' }

/** [RULE-12] The number that was typed, where it is one: ten digits or more. */
export function typedNumber(search: string): string | null {
  if (/[^\d\s()+.-]/.test(search)) return null
  const digits = cleanPhone(search.trim())
  return digits.length >= 10 && digits.length <= 15 ? digits : null
}

export function isReady({ to, text }: Pick<NewMessageContext, 'to' | 'text'>): boolean {
  return to !== null && !isBlank(text) && text.trim().length <= MESSAGE_MAX
}

const nameOf = ({ patientId, phoneNumber }: Recipient) => `${patientId} ${phoneNumber}`

type Writing = Pick<NewMessageContext, 'to' | 'text' | 'aside'>

function writingTo({ to: before, text, aside }: Writing, to: Recipient): Writing {
  const others = new Map(aside)
  if (before !== null) others.set(nameOf(before), text)
  const kept = before === null && !isBlank(text) ? text : (others.get(nameOf(to)) ?? '')
  others.delete(nameOf(to))
  return { to, text: kept, aside: others }
}

const newMessageSetup = setup({
  types: {
    context: {} as NewMessageContext,
    events: {} as NewMessageEvent,
    emitted: {} as ({ type: 'sent' } & Started) | { type: 'refused'; error: unknown },
    input: {} as { newId: () => string },
  },
  actors: {
    send: fromPromise<Started, NewMessageRequest>(() => {
      throw new Error('The new-message machine needs an implementation of `send`')
    }),
  },
  actions: {
    another: assign({ key: ({ context }) => context.newId(), error: null }),
  },
})

export const newMessageMachine = newMessageSetup.createMachine({
  id: 'newMessage',
  context: ({ input: { newId } }) => ({
    search: '',
    to: null,
    text: '',
    aside: new Map(),
    next: null,
    key: newId(),
    error: null,
    newId,
  }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'search.typed': { actions: assign(({ event }) => ({ search: event.search })) },
        'recipient.chosen': {
          actions: ['another', assign(({ context, event }) => ({ ...writingTo(context, event.to), search: '' }))],
        },
        'recipient.cleared': { actions: ['another', assign({ to: null })] },
        'text.typed': { actions: ['another', assign(({ event }) => ({ text: event.text }))] },
        'send.requested': { guard: ({ context }) => isReady(context), target: 'sending' },
      },
    },
    sending: {
      entry: assign({ error: null, next: null }),
      on: { 'recipient.chosen': { actions: assign({ next: ({ event }) => event.to }) } },
      invoke: {
        src: 'send',
        input: ({ context: { to, text, key } }) => {
          if (to === null) throw new Error('There is nobody to send to')
          return { to, text: text.trim(), key }
        },
        onDone: {
          target: 'writing',
          actions: [
            emit(({ event }) => ({ type: 'sent' as const, ...event.output })),
            'another',
            assign(({ context: { next, aside } }) => {
              const nobody = { to: null, text: '', aside }
              return { search: '', ...(next === null ? nobody : writingTo(nobody, next)) }
            }),
          ],
        },
        onError: {
          target: 'writing',
          actions: [
            assign(({ event }) => ({ error: event.error })),
            emit(({ event }) => ({ type: 'refused' as const, error: event.error })),
          ],
        },
      },
    },
  },
})

export type NewMessageActor = ActorRefFrom<typeof newMessageMachine>
