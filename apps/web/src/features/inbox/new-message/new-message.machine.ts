/**
 * A first text to a recipient without an open conversation: the recipient, the text, and its sending.
 *
 *   writing ──send──▶ sending ──▶ sent
 *      ▲─────refused────┘
 *
 * A refusal keeps the text, and so does closing the panel, which does not stop the actor. A text begun for one recipient
 * is set aside while the user writes to another one, and never shows for them. Clearing the recipient and choosing again
 * keeps the text.
 */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { cleanPhone } from '@foyer/contracts/phone.rules.ts'
import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'

export interface Recipient {
  /** Null for a typed number. */
  readonly patientId: string | null
  readonly name: string | null
  readonly phoneNumber: string
}

interface NewMessageContext {
  readonly search: string
  readonly to: Recipient | null
  readonly text: string
  /** The texts begun for other recipients, by recipient. */
  readonly aside: ReadonlyMap<string, string>
  /** The recipient chosen while a text to another one is being sent. */
  readonly next: Recipient | null
  /** The idempotency key, the same for every try. Another text or recipient gets a new key. */
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

/** [RULE-12] The typed number if it has ten to fifteen digits, else null. */
export function typedNumber(search: string): string | null {
  if (/[^\d\s()+.-]/.test(search)) return null
  const digits = cleanPhone(search.trim())
  return digits.length >= 10 && digits.length <= 15 ? digits : null
}

export function isReady({ to, text }: Pick<NewMessageContext, 'to' | 'text'>): boolean {
  return to !== null && !isBlank(text) && text.trim().length <= MESSAGE_MAX
}

const keyOf = ({ patientId, phoneNumber }: Recipient) => `${patientId} ${phoneNumber}`

type Writing = Pick<NewMessageContext, 'to' | 'text' | 'aside'>

function withRecipient({ to: before, text, aside }: Writing, to: Recipient): Writing {
  const others = new Map(aside)
  if (before !== null) others.set(keyOf(before), text)
  const kept = before === null && !isBlank(text) ? text : (others.get(keyOf(to)) ?? '')
  others.delete(keyOf(to))
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
          actions: ['another', assign(({ context, event }) => ({ ...withRecipient(context, event.to), search: '' }))],
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
          if (to === null) throw new Error('A message needs a recipient before it is sent')
          return { to, text: text.trim(), key }
        },
        onDone: {
          target: 'writing',
          actions: [
            emit(({ event }) => ({ type: 'sent' as const, ...event.output })),
            'another',
            assign(({ context: { next, aside } }) => {
              const nobody = { to: null, text: '', aside }
              return { search: '', ...(next === null ? nobody : withRecipient(nobody, next)) }
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
