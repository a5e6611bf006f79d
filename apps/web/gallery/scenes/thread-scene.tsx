import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { useState } from 'react'
import type { StateValueFrom } from 'xstate'
import type { ComposerActor, ComposerContext } from '../../src/features/inbox/composer/composer.machine.ts'
import type { ThreadActor, ThreadContext } from '../../src/features/inbox/thread/thread.machine.ts'
import { withSnapshot } from '../../src/features/inbox/thread/thread.rules.ts'
import { ThreadPane } from '../../src/features/inbox/thread/thread-pane.tsx'
import { usePhone } from '../../src/lib/use-phone.ts'
import type { LiveActor } from '../../src/live/live.machine.ts'
import { connectionOf } from '../../src/live/live.machine.ts'
import { useLive } from '../../src/parts/live-context.tsx'
import { type Answers, EPOCH } from '../canned-api.ts'
import { composerInput, readingMachine, threadInput, writingMachine } from '../canned-machines.ts'
import { rosalind } from '../fixtures/conversations.ts'
import { usualThread } from '../fixtures/messages.ts'
import { colleagues, me, now, timezone } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { still } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

interface Actors {
  thread: ThreadActor
  composer: ComposerActor
}

interface ThreadSceneProps {
  conversation?: Conversation
  messages?: readonly Message[]
  value?: StateValueFrom<typeof readingMachine>
  holds?: (context: ThreadContext) => Partial<ThreadContext>
  writing?: StateValueFrom<typeof writingMachine>
  written?: (context: ComposerContext) => Partial<ComposerContext>
  replying?: string
  viewing?: string
  held?: { lost: boolean; handled: boolean; onNext: () => void }
  answers?: Answers
  live?: () => LiveActor
  then?: (hand: Hand, actors: Actors) => Promise<void>
}

/** The open conversation with its patient, with a thread and a composer that stay in one state. */
export function ThreadScene({ answers, live, ...props }: ThreadSceneProps) {
  return (
    <Stage {...(answers ? { answers } : {})} {...(live ? { live } : {})}>
      <Thread {...props} />
    </Stage>
  )
}

export const read =
  (messages: readonly Message[]) =>
  (context: ThreadContext): Partial<ThreadContext> =>
    withSnapshot(context, { messages, conversation: null, epoch: EPOCH, asOf: 100 })

function Thread({ conversation = rosalind, messages = usualThread, ...props }: ThreadSceneProps) {
  const { value = 'ready', holds = read(messages), writing = 'idle', written, then } = props
  const connection = connectionOf(useLive().getSnapshot())
  const [open] = useState<Actors>(() => ({
    thread: still(readingMachine, threadInput(conversation), value, holds),
    composer: still(writingMachine, composerInput(conversation, messages, connection), writing, written),
  }))
  useHand(async (hand) => then?.(hand, open))
  const nothing = () => undefined
  return (
    <div className="relative flex min-h-0 flex-1">
      <ThreadPane
        {...{ open, conversation, now, timezone, me, colleagues }}
        phone={usePhone()}
        viewing={props.viewing ?? null}
        replying={props.replying ?? null}
        writer={props.replying ? 'Dana Whitfield' : null}
        viewer={props.viewing ? 'Dana Whitfield' : null}
        held={props.held ?? null}
        teams={[]}
        intent={null}
        onIntentDone={nothing}
        onAct={nothing}
        onBack={nothing}
        onPresence={nothing}
        onRead={nothing}
      />
    </div>
  )
}
