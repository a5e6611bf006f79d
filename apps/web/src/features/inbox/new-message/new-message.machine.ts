/**
 * A first text to a recipient without an open conversation: the recipient, the text with its files, and its sending, at
 * once or at a chosen time.
 *
 *   writing ──send──▶ sending ──▶ sent
 *      ▲─────refused────┘
 *
 * A refusal keeps the text, and so does closing the panel, which does not stop the actor. A text begun for one recipient
 * is set aside while the user writes to another one, and never shows for them. Clearing the recipient keeps the text for the
 * next one, unless details of the recipient are in it: then it is set aside too.
 */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { cleanPhone } from '@foyer/contracts/phone.rules.ts'
import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { withSignature } from '../../../lib/signature.rules.ts'
import { type Addressee, hasDetail, patientDetails } from '../composer/canned.rules.ts'
import { failureOf, isSendable } from '../composer/composer.rules.ts'
import { afterRefusal, type BadFile } from '../composer/files.rules.ts'

export interface Recipient {
  /** Null for a typed number. */
  readonly patientId: string | null
  readonly name: string | null
  readonly phoneNumber: string
  /** The next visit, as far as it is known. */
  readonly visit?: Addressee['appointment']
}

/** What the user wrote to one recipient. */
interface Written {
  readonly text: string
  readonly files: readonly File[]
}

interface NewMessageContext {
  readonly search: string
  readonly to: Recipient | null
  readonly text: string
  readonly files: readonly File[]
  readonly badFile: BadFile | null
  /** The texts begun for other recipients, by recipient. */
  readonly aside: ReadonlyMap<string, Written>
  /** The recipient who was cleared, whose text was set aside because it has their details; null for none. */
  readonly leftFor: Recipient | null
  /** When the text that is being sent goes out; null for at once. */
  readonly sendAt: Date | null
  /** Stands below the text that is being sent; empty for none. */
  readonly signature: string
  /** The recipient chosen while a text to another one is being sent. */
  readonly next: Recipient | null
  /** The idempotency key, the same for every try. Another text or recipient gets a new key. */
  readonly key: string
  readonly error: unknown
  readonly newId: () => string
  readonly timezone: string
}

export interface NewMessageRequest {
  readonly to: Recipient
  readonly text: string
  readonly files: readonly File[]
  readonly sendAt: Date | null
  readonly key: string
}

export interface Started {
  readonly conversation: Conversation
  readonly epoch: string
  /** When the text goes out; null if it went out. */
  readonly sendAt: Date | null
}

type NewMessageEvent =
  | { type: 'search.typed'; search: string }
  | { type: 'recipient.chosen'; to: Recipient }
  | { type: 'recipient.cleared' }
  | { type: 'text.typed'; text: string }
  | { type: 'files.changed'; files: readonly File[] }
  | { type: 'send.requested'; sendAt?: Date; signature?: string }

/** [RULE-12] The typed number if it has ten to fifteen digits, else null. */
export function typedNumber(search: string): string | null {
  if (/[^\d\s()+.-]/.test(search)) return null
  const digits = cleanPhone(search.trim())
  return digits.length >= 10 && digits.length <= 15 ? digits : null
}

export function isReady({ to, text, files }: Pick<NewMessageContext, 'to' | 'text' | 'files'>): boolean {
  return to !== null && isSendable(text, files)
}

const keyOf = ({ patientId, phoneNumber }: Recipient) => `${patientId} ${phoneNumber}`

type Writing = Pick<NewMessageContext, 'to' | 'text' | 'files' | 'aside' | 'leftFor'>

const NOTHING: Written = { text: '', files: [] }

function withRecipient({ to: before, text, files, aside }: Writing, to: Recipient): Writing {
  const others = new Map(aside)
  if (before !== null) others.set(keyOf(before), { text, files })
  const begun = others.get(keyOf(to)) ?? NOTHING
  const isCarried = before === null && (!isBlank(text) || files.length > 0)
  const kept = isCarried
    ? { text: [begun.text, text].filter((one) => !isBlank(one)).join('\n\n'), files: [...begun.files, ...files] }
    : begun
  others.delete(keyOf(to))
  return { to, ...kept, aside: others, leftFor: null }
}

/** A text with details of its recipient is set aside, so that no other patient gets it. */
function withoutRecipient({ to, text, files, aside, timezone }: NewMessageContext): Partial<Writing> {
  if (to === null) return {}
  const details = patientDetails({ name: to.name ?? '', appointment: to.visit ?? null }, timezone)
  if (!hasDetail(text, details)) return { to: null, leftFor: null }
  return { to: null, ...NOTHING, aside: new Map(aside).set(keyOf(to), { text, files }), leftFor: to }
}

/** Leaves out the file that the server refused. What is sent then is another message. */
function withoutBadFile(context: NewMessageContext, error: unknown): Partial<NewMessageContext> {
  const { files, badFile } = afterRefusal(context, failureOf(error))
  return badFile === null ? {} : { files, badFile, key: context.newId() }
}

const newMessageSetup = setup({
  types: {
    context: {} as NewMessageContext,
    events: {} as NewMessageEvent,
    emitted: {} as ({ type: 'sent' } & Started) | { type: 'refused'; error: unknown },
    input: {} as { newId: () => string; timezone: string },
  },
  actors: {
    send: fromPromise<Started, NewMessageRequest>(() => {
      throw new Error('The new-message machine needs an implementation of `send`')
    }),
  },
  actions: {
    another: assign({ key: ({ context }) => context.newId(), error: null, badFile: null }),
    // The same text for another time is another message.
    choose: assign(({ context }, { sendAt = null, signature = '' }: { sendAt?: Date | null; signature?: string }) => {
      const isSame = context.sendAt?.getTime() === sendAt?.getTime() && context.signature === signature
      return { sendAt, signature, key: isSame ? context.key : context.newId() }
    }),
  },
})

export const newMessageMachine = newMessageSetup.createMachine({
  id: 'newMessage',
  context: ({ input: { newId, timezone } }) => ({
    search: '',
    to: null,
    ...NOTHING,
    badFile: null,
    sendAt: null,
    signature: '',
    aside: new Map(),
    leftFor: null,
    next: null,
    key: newId(),
    error: null,
    newId,
    timezone,
  }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'search.typed': { actions: assign(({ event }) => ({ search: event.search })) },
        'recipient.chosen': {
          actions: ['another', assign(({ context, event }) => ({ ...withRecipient(context, event.to), search: '' }))],
        },
        'recipient.cleared': { actions: ['another', assign(({ context }) => withoutRecipient(context))] },
        'text.typed': { actions: ['another', assign(({ event }) => ({ text: event.text }))] },
        'files.changed': { actions: ['another', assign(({ event }) => ({ files: event.files }))] },
        'send.requested': {
          guard: ({ context, event }) => isReady(context) && (event.sendAt === undefined || context.files.length === 0),
          target: 'sending',
          actions: { type: 'choose', params: ({ event }) => event },
        },
      },
    },
    sending: {
      entry: assign({ error: null, badFile: null, next: null }),
      on: { 'recipient.chosen': { actions: assign({ next: ({ event }) => event.to }) } },
      invoke: {
        src: 'send',
        input: ({ context: { to, text, files, sendAt, signature, key } }) => {
          if (to === null) throw new Error('A message needs a recipient before it is sent')
          const signed = isBlank(text) ? '' : withSignature(text.trim(), signature)
          return { to, text: signed, files, sendAt, key }
        },
        onDone: {
          target: 'writing',
          actions: [
            emit(({ event }) => ({ type: 'sent' as const, ...event.output })),
            'another',
            assign(({ context: { next, aside } }) => {
              const nobody = { to: null, ...NOTHING, aside, leftFor: null }
              return { search: '', ...(next === null ? nobody : withRecipient(nobody, next)) }
            }),
          ],
        },
        onError: {
          target: 'writing',
          actions: [
            assign(({ context, event }) => ({ error: event.error, ...withoutBadFile(context, event.error) })),
            emit(({ event }) => ({ type: 'refused' as const, error: event.error })),
          ],
        },
      },
    },
  },
})

export type NewMessageActor = ActorRefFrom<typeof newMessageMachine>
