import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { useState } from 'react'
import type { StateValueFrom } from 'xstate'
import type { ComposerActor, ComposerContext } from '../../src/features/inbox/composer/composer.machine.ts'
import { Composer } from '../../src/features/inbox/composer/composer.tsx'
import { usePhone } from '../../src/lib/use-phone.ts'
import type { Connection } from '../../src/live/live-messages.ts'
import type { Answers } from '../canned-api.ts'
import { composerInput, writingMachine } from '../canned-machines.ts'
import { rosalind } from '../fixtures/conversations.ts'
import { usualThread } from '../fixtures/messages.ts'
import { colleagues, me, now, timezone } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { still } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

interface ComposerSceneProps {
  value?: StateValueFrom<typeof writingMachine>
  written?: (context: ComposerContext) => Partial<ComposerContext>
  conversation?: Conversation
  messages?: readonly Message[]
  connection?: Connection
  answers?: Answers
  members?: readonly HouseholdMember[]
  then?: (hand: Hand, composer: ComposerActor) => Promise<void>
}

/** The composer below a thread, with a machine that stays in one state. */
export function ComposerScene({ answers, ...props }: ComposerSceneProps) {
  return (
    <Stage {...(answers ? { answers } : {})}>
      <Box {...props} />
    </Stage>
  )
}

function Box({ conversation = rosalind, messages = usualThread, connection = 'live', ...props }: ComposerSceneProps) {
  const { value = 'idle', written, then } = props
  const [composer] = useState(() =>
    still(writingMachine, composerInput(conversation, messages, connection), value, written),
  )
  useHand(async (hand) => then?.(hand, composer))
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end bg-surface">
      <Composer
        {...{ composer, conversation, messages, me, colleagues, now, timezone }}
        members={props.members ?? []}
        phone={usePhone()}
        offline={connection === 'offline'}
        onPresence={() => undefined}
        onMail={() => undefined}
        onClose={() => undefined}
      />
    </div>
  )
}
