/** The calls of "Next patient", the tab that holds a conversation, and what its walk does to the screen. */
import { createActor, fromPromise } from 'xstate'
import type { Api } from '../../../api/client.ts'
import type { Inbox } from '../inbox.actors.ts'
import { composerIsFocused } from '../list/row-focus.ts'
import { focusOpened } from '../moving-on.actors.ts'
import { isOverBy } from '../moving-on.rules.ts'
import { type Chosen, type NextPatientActor, nextPatientMachine } from './next-patient.machine.ts'

interface NextPatientDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly inbox: Pick<Inbox, 'applyRead' | 'isWriting' | 'onHandled'>
  readonly newId: () => string
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly onOpen: (conversationId: string) => void
  readonly onFinished: () => void
  readonly onFailed: () => void
  /** Called when the screen moves on without a key of the user, with the conversation that opens, if one does. */
  readonly pauseKeys: (openedId?: string) => void
}

/** The walk as the screen shows it. The object changes with every change and stays the same in between. */
export interface WalkView {
  /** The conversation that the walk has opened; null when there is none. */
  readonly heldId: string | null
  /** Another person or tab may have it now. */
  readonly lost: boolean
  /** The conversation is done, and the walk stays because the user still writes in it. */
  readonly handled: boolean
  /** The walk stands in place of a conversation: it looks for one, has ended, or failed. */
  readonly shows: boolean
}

export interface NextPatientWalk {
  readonly actor: NextPatientActor
  readonly view: () => WalkView
  readonly subscribe: (listener: () => void) => () => void
  /** Lets the conversation go. */
  readonly stop: () => void
}

/** Starts the walk of one tab through those who wait. */
export function startNextPatient(parts: NextPatientDependencies): NextPatientWalk {
  const { inbox, page } = parts
  const actor = createActor(machineOf(parts)).start()
  const seen = () => page.visibilityState === 'visible' && actor.send({ type: 'tab.shown' })
  page.addEventListener('visibilitychange', seen)
  const links = [
    actor.on('opened', ({ conversation, epoch, isAsked }) => {
      if (!isAsked) parts.pauseKeys(conversation.id)
      inbox.applyRead({ conversation, epoch })
      focusOpened()
      parts.onOpen(conversation.id)
    }),
    actor.on('finished', ({ isAsked }) => {
      if (!isAsked) parts.pauseKeys()
      parts.onFinished()
    }),
    actor.on('failed', parts.onFailed),
    inbox.onHandled(({ stage, action, conversationId }) => {
      if (stage !== 'done' || !isOverBy(action)) return
      // A text ends the writing; another action does so unless the user is in the box.
      const isWriting = inbox.isWriting(conversationId) && (action === null || composerIsFocused())
      actor.send({ type: 'handled', conversationId, isWriting })
    }),
  ]
  let shown = viewOf(actor)
  return {
    actor,
    view() {
      const view = viewOf(actor)
      const isSame =
        view.heldId === shown.heldId &&
        view.lost === shown.lost &&
        view.handled === shown.handled &&
        view.shows === shown.shows
      if (!isSame) shown = view
      return shown
    },
    subscribe(listener) {
      const link = actor.subscribe(listener)
      return () => link.unsubscribe()
    },
    stop() {
      page.removeEventListener('visibilitychange', seen)
      for (const link of links) link.unsubscribe()
      actor.send({ type: 'screen.moved', openId: null })
      actor.stop()
    },
  }
}

function machineOf({ api, organizationId, inbox, newId, page }: NextPatientDependencies) {
  const holder = newId()
  /** A hold that can't be released ends by itself. */
  const release = (conversationId: string) =>
    void api('releaseHold', { body: { organizationId, holder, conversationId } }).catch(() => undefined)
  return nextPatientMachine.provide({
    actors: {
      choose: fromPromise<Chosen, { skip: readonly string[] }>(async ({ input: { skip }, signal }) => {
        const body = { organizationId, holder, skip: [...skip] }
        const { data, epoch } = await api('nextPatient', { body, idempotencyKey: newId() })
        // The screen was left before the answer came.
        if (signal.aborted && data.conversation) release(data.conversation.id)
        return { conversation: data.conversation, done: data.done, epoch }
      }),
      renew: fromPromise<boolean, { conversationId: string }>(async ({ input: { conversationId } }) => {
        const { data } = await api('renewHold', { body: { organizationId, holder, conversationId } })
        return data !== null
      }),
    },
    actions: {
      release: (_, { conversationId }) => {
        if (conversationId !== null) release(conversationId)
      },
    },
    guards: {
      isVisible: () => page.visibilityState === 'visible',
      isWriting: (_, { conversationId }) =>
        conversationId !== null && inbox.isWriting(conversationId) && composerIsFocused(),
    },
  })
}

function viewOf(actor: NextPatientActor): WalkView {
  const state = actor.getSnapshot()
  return {
    heldId: state.matches('holding') ? state.context.conversationId : null,
    lost: state.context.isLost,
    handled: state.context.isHandled,
    shows: state.matches('asking') || state.matches('finished') || state.matches('failed'),
  }
}
