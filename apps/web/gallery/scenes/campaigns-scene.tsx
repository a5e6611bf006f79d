import type { Campaign, CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { useState } from 'react'
import { createActor, fromPromise } from 'xstate'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import {
  type CampaignEditorActor,
  campaignEditorMachine,
} from '../../src/features/campaigns/editor/campaign-editor.machine.ts'
import type { CountBody } from '../../src/features/campaigns/editor/draft.rules.ts'
import type { KeepRequest, LaunchRequest } from '../../src/features/campaigns/editor/editor-memory.ts'
import { EditorStates } from '../../src/features/campaigns/editor/editor-page.tsx'
import { Component as Campaigns } from '../../src/features/campaigns/list/campaigns-page.tsx'
import { type Answers, never, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { campaignRows, counted, fluDraft, outreachAnswer } from '../fixtures/campaigns.ts'
import { cedar, now, timezone } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { stand } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

interface SceneProps {
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

/** The list inside the app's layout. */
export function CampaignsScene({ answers = {}, offline = false, then }: SceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ campaigns: () => ok([...campaignRows]), ...answers }} live={live}>
      <DefaultLayout>
        <Campaigns />
      </DefaultLayout>
    </Stage>
  )
}

interface EditorSceneProps extends SceneProps {
  /** Null for a new campaign; absent while it is loading. */
  campaign?: CampaignDetail | null
  keep?: () => Promise<CampaignDetail>
  count?: () => Promise<CountedAudience>
  launch?: () => Promise<Campaign>
  /** The machine saves the typed words at once. */
  quick?: boolean
  /** The events that lead to the entry's state. */
  prepare?: (actor: CampaignEditorActor) => void
}

const USUAL: Answers = {
  campaignAudience: () => ({ code: 'ok', data: counted }),
  notifierTemplates: () => ok([]),
  doctors: () => ok([]),
  outreachSettings: outreachAnswer,
  campaigns: () => ok([...campaignRows]),
  imports: () => ok([]),
}
/** Longer than any entry is looked at. */
const LONG_MS = 2_000_000_000

/** The editor inside the app's layout. */
export function EditorScene(props: EditorSceneProps) {
  const { answers = {}, offline = false, then, campaign = null, prepare, quick = false } = props
  const { keep = never, count = async () => counted, launch = never } = props
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  const [actor] = useState(() => {
    const machine = campaignEditorMachine.provide({
      actors: {
        keep: fromPromise<CampaignDetail, KeepRequest>(keep),
        count: fromPromise<CountedAudience, CountBody>(count),
        launch: fromPromise<Campaign, LaunchRequest>(launch),
      },
      delays: { savePause: quick ? 0 : LONG_MS, countPause: 0 },
    })
    let keys = 0
    const newId = () => {
      keys += 1
      return `key${keys}`
    }
    const input = { newId, here: () => ({ now, timezone }), isNew: campaign === null }
    const started = stand(createActor(machine, { input }).start())
    if (campaign !== null && campaign !== LOADING) started.send({ type: 'told', campaign })
    prepare?.(started)
    return started
  })
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <EditorStates
          {...{ actor, organization: cedar, isFetching: false }}
          id={campaign?._id ?? null}
          onRetry={() => undefined}
        />
      </DefaultLayout>
    </Stage>
  )
}

/** Stands for a campaign that has not arrived. */
export const LOADING: CampaignDetail = { ...fluDraft, _id: 'cmp_loading' }
