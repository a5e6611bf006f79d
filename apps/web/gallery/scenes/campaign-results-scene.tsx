import type { CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import { type ReactNode, useState } from 'react'
import { createActor, fromPromise } from 'xstate'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import {
  type ActAnswer,
  type ActRequest,
  campaignResultsMachine,
} from '../../src/features/campaigns/results/campaign-results.machine.ts'
import { ResultsStates } from '../../src/features/campaigns/results/results-room.tsx'
import { SendScreen } from '../../src/features/send/send-screen.tsx'
import { TemplateRoom } from '../../src/features/templates/template-room.tsx'
import { TemplatesScreen } from '../../src/features/templates/templates-screen.tsx'
import { Queries } from '../../src/parts/queries.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { type News, runningLive, stillLive } from '../canned-live.ts'
import { days, finished, recipients, running, templates } from '../fixtures/campaign-results.ts'
import { outreachAnswer } from '../fixtures/campaigns.ts'
import { cedar, timezone } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { stand } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

const organization = { _id: cedar._id, name: cedar.name, timezone }

const USUAL: Answers = {
  campaignRecipients: () => ok([...recipients]),
  campaignDashboard: () => ok(days),
  notifierTemplates: () => ok([...templates]),
  campaigns: ({ query }) => ok(query.templateId === undefined ? [running] : [finished]),
  outreachSettings: never,
  campaignAudience: never,
}

interface SceneProps {
  answers?: Answers
  offline?: boolean
  /** The changes that the relay tells of. */
  news?: readonly News[]
  then?: (hand: Hand) => Promise<void>
}

function Scene({ answers = {}, offline = false, news, then, children }: SceneProps & { children: ReactNode }) {
  const [live] = useState(() => () => (news ? runningLive(news) : stillLive(offline ? 'away' : undefined, !offline)))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <Queries>{children}</Queries>
      </DefaultLayout>
    </Stage>
  )
}

interface ResultsSceneProps extends SceneProps {
  told?: CampaignDetail
  /** The answer to an act. */
  act?: () => Promise<ActAnswer>
}

/** The results of a campaign in a state of their machine. */
export function ResultsScene({ told = running, act, answers, ...scene }: ResultsSceneProps) {
  return (
    <Scene {...scene} answers={{ campaign: () => ok(told), ...answers }}>
      <Results campaignId={told._id} act={act} />
    </Scene>
  )
}

function Results({ campaignId, act = never }: { campaignId: string; act?: ResultsSceneProps['act'] }) {
  const [actor] = useState(() => {
    const machine = campaignResultsMachine.provide({ actors: { act: fromPromise<ActAnswer, ActRequest>(act) } })
    return stand(createActor(machine).start())
  })
  return <ResultsStates {...{ actor, organization, campaignId }} />
}

/** The page is opened a second time, and the campaign does not load then. */
export function RememberedScene() {
  const [isAgain, setIsAgain] = useState(false)
  const [campaign] = useState(() => {
    let reads = 0
    return () => {
      reads += 1
      return reads === 1 ? ok(running) : refuse()
    }
  })
  const openAgain = async ({ find }: Hand) => {
    await find('[data-figure]')
    setIsAgain(true)
    await find('main [role=alert]')
  }
  return (
    <Scene answers={{ campaign }} then={openAgain}>
      <Results key={String(isAgain)} campaignId={running._id} />
    </Scene>
  )
}

export function TemplatesScene(scene: SceneProps) {
  return (
    <Scene {...scene}>
      <TemplatesScreen organization={organization} />
    </Scene>
  )
}

export function TemplateScene({ templateId, ...scene }: SceneProps & { templateId: string | null }) {
  return (
    <Scene {...scene}>
      <TemplateRoom {...{ organization, templateId }} />
    </Scene>
  )
}

/** The page of a text or an e-mail to one person. */
export function SendScene({ answers, ...scene }: SceneProps) {
  return (
    <Scene {...scene} answers={{ outreachSettings: outreachAnswer, ...answers }}>
      <SendScreen organization={organization} />
    </Scene>
  )
}
