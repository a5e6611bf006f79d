import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { createActor, fromPromise } from 'xstate'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import type { SaveState } from '../../src/features/chatbot/builder-head.tsx'
import { BuilderScreen } from '../../src/features/chatbot/builder-screen.tsx'
import { type BuilderActor, chatbotBuilderMachine } from '../../src/features/chatbot/chatbot-builder.machine.ts'
import { Component as Chatbots } from '../../src/features/chatbot/list/chatbots-page.tsx'
import { type PublishRequest, publishMachine } from '../../src/features/chatbot/publish/publish.machine.ts'
import { PublishDialog } from '../../src/features/chatbot/publish/publish-dialog.tsx'
import {
  draftSavingMachine,
  type SavedDraft,
  type SaveRequest,
} from '../../src/features/chatbot/saving/draft-saving.machine.ts'
import { SavingNotice } from '../../src/features/chatbot/saving/saving-notice.tsx'
import { VersionsScreen } from '../../src/features/chatbot/versions/versions-screen.tsx'
import { PageRoom } from '../../src/parts/page-room.tsx'
import { type Answers, never, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import {
  chatbotRows,
  chatbotSaves,
  chatbotStats,
  northgate,
  offered,
  references,
  versions,
} from '../fixtures/chatbots.ts'
import { cedar, now, timezone } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { stand, still } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

interface SceneProps {
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

interface FrameProps extends SceneProps {
  children: ReactNode
}

function Frame({ answers = {}, offline = false, then, children }: FrameProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage {...{ answers, live }}>
      <DefaultLayout>{children}</DefaultLayout>
    </Stage>
  )
}

interface BuilderSceneProps extends SceneProps {
  flow?: Flow
  saving?: SaveState
  prepare?: (actor: BuilderActor) => void
  children?: ReactNode
}

const LONG_MS = 2_000_000_000
const saved: SavedDraft = { flow: northgate, revision: 12, by: 'Sam Ortiz', at: '2026-11-12T15:14:00.000Z' }
const theirs: SavedDraft = {
  ...{ revision: 13, by: 'Dana Whitfield', at: now.toISOString() },
  flow: {
    ...northgate,
    nodes: northgate.nodes.map((node) => (node.id === 'welcome' ? { ...node, text: 'Hello from Northgate.' } : node)),
  },
}

/** The builder inside the app's layout. */
export function BuilderScene(props: BuilderSceneProps) {
  const { flow = northgate, saving = 'clean', prepare, then, children, ...frame } = props
  const [actor] = useState(() => {
    let count = 0
    const newId = () => {
      count += 1
      return `new${count}`
    }
    const started = stand(createActor(chatbotBuilderMachine, { input: { flow, newId } }).start())
    prepare?.(started)
    return started
  })
  const [keeping] = useState(() => {
    const machine = draftSavingMachine.provide({
      actors: { save: fromPromise<SavedDraft, SaveRequest>(never) },
      delays: { savePause: LONG_MS, retryPause: LONG_MS },
    })
    return still(machine, { saved }, saving, () => (saving === 'conflicted' ? { theirs } : {}))
  })
  const state = useSelector(keeping, ({ value }) => value)
  return (
    <Frame
      {...frame}
      then={async (hand) => {
        await hand.find('[data-node-id], [role=tree], [role=log]')
        await then?.(hand)
      }}
    >
      <BuilderScreen
        {...{ actor, saving: state, references, offered, now }}
        live="Live version is from Nov 12"
        place={{ clinic: 'Cedar Ridge', zone: timezone }}
        versionsTo="/chatbot/bot_northgate/versions"
        onPublish={() => undefined}
        notice={<SavingNotice saving={keeping} />}
      />
      {children}
    </Frame>
  )
}

interface PublishSceneProps {
  findings?: readonly Finding[] | null
  at: 'checking' | 'problems' | 'noting' | 'publishing' | 'refused'
}

/** Publishing, over the builder. */
export function PublishScene({ findings = [], at }: PublishSceneProps) {
  const [actor] = useState(() => {
    const publish = fromPromise<{ readonly number: number }, PublishRequest>(never)
    const machine = publishMachine.provide({ actors: { check: fromPromise<readonly Finding[]>(never), publish } })
    const held = { findings: findings ?? [], note: at === 'publishing' ? 'Answers questions about bills' : '' }
    return still(machine, { key: 'key1' }, at, () => held)
  })
  return (
    <BuilderScene>
      <PublishDialog
        actor={actor}
        verb="Publish version 4"
        changes="1 added, 2 changed"
        disabledReason={undefined}
        onShow={() => undefined}
        onPublished={() => undefined}
        onClose={() => undefined}
      />
    </BuilderScene>
  )
}

/** The list inside the app's layout. */
export function ChatbotsScene({ answers = {}, ...frame }: SceneProps) {
  return (
    <Frame answers={{ chatbotFlows: () => ok([...chatbotRows]), ...answers }} {...frame}>
      <Chatbots />
    </Frame>
  )
}

/** The versions of a chatbot inside the app's layout. */
export function VersionsScene({ answers = {}, ...frame }: SceneProps) {
  const [detail] = versions
  const usual: Answers = {
    chatbotFlows: () => ok([...chatbotRows]),
    chatbotVersions: () => ok([...versions]),
    chatbotSaves: () => ok([...chatbotSaves]),
    chatbotStats: () => ok(chatbotStats),
    chatbotVersion: () => ok({ ...(detail as (typeof versions)[number]), flow: theirs.flow }),
    chatbotFlow: () => ok({ ...(chatbotRows[0] as (typeof chatbotRows)[number]), ...northgate }),
  }
  return (
    <Frame answers={{ ...usual, ...answers }} {...frame}>
      <PageRoom>
        <VersionsScreen organizationId={cedar._id} flowId={northgate._id} timezone={timezone} />
      </PageRoom>
    </Frame>
  )
}
