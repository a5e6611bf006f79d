/** The inbox machines with calls that are never answered, so that an entry's state does not change by itself. */

import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { fromPromise } from 'xstate'
import { composerMachine } from '../src/features/inbox/composer/composer.machine.ts'
import { conversationListMachine } from '../src/features/inbox/list/conversation-list.machine.ts'
import { changeFilters, type FilterChange } from '../src/features/inbox/list/list-query.rules.ts'
import { selectionMachine } from '../src/features/inbox/list/selection.machine.ts'
import { newMessageMachine } from '../src/features/inbox/new-message/new-message.machine.ts'
import { nextPatientMachine } from '../src/features/inbox/next/next-patient.machine.ts'
import { threadMachine } from '../src/features/inbox/thread/thread.machine.ts'
import { secondFactorMachine } from '../src/features/settings/security/second-factor.machine.ts'
import type { Connection } from '../src/live/live-messages.ts'
import { never } from './canned-api.ts'
import { me, now, timezone } from './fixtures/people.ts'

const unanswered = <Output, Input>() => fromPromise<Output, Input>(never)

export const listMachine = conversationListMachine.provide({ actors: { loadPage: unanswered() } })
export const bulkMachine = selectionMachine.provide({ actors: { apply: unanswered() } })
export const readingMachine = threadMachine.provide({ actors: { read: unanswered() } })
export const walkMachine = nextPatientMachine.provide({ actors: { choose: unanswered(), renew: unanswered() } })
export const writingMachine = composerMachine.provide({ actors: { send: unanswered() } })
export const startingMachine = newMessageMachine.provide({ actors: { send: unanswered() } })
export const factorMachine = secondFactorMachine.provide({ actors: { begin: unanswered(), confirm: unanswered() } })

const clock = { now: () => now }

export const listInput = (change: FilterChange = {}) => ({
  filters: changeFilters(defaultFilters(me._id), { status: 'open/unassigned', ...change }, now, timezone),
  timezone,
  clock,
  random: () => 0,
})

export const threadInput = (conversation: Conversation) => ({
  conversationId: conversation.id,
  userId: me._id,
  conversation,
  random: () => 0,
})

export function composerInput(conversation: Conversation, messages: readonly Message[], connection: Connection) {
  const seen = Math.max(0, ...messages.map(({ version }) => version))
  const ids = { current: 0 }
  return {
    conversationId: conversation.id,
    userId: me._id,
    connection,
    screen: () => ({ seen, messages }),
    clock,
    newId: () => `key-${ids.current++}`,
  }
}
