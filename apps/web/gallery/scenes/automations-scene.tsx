import type { Automation, AutomationDetail } from '@foyer/contracts/automations/automation.ts'
import type { DraftDefinition } from '@foyer/contracts/automations/definition.rules.ts'
import { useState } from 'react'
import { createActor, fromPromise } from 'xstate'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { Component as Automations } from '../../src/features/automations/list/automations-page.tsx'
import { AutomationRoom } from '../../src/features/automations/runs/automation-page.tsx'
import { Component as Runs } from '../../src/features/automations/runs/runs-page.tsx'
import {
  type AutomationWizardActor,
  automationWizardMachine,
} from '../../src/features/automations/wizard/automation-wizard.machine.ts'
import { NOTHING } from '../../src/features/automations/wizard/draft.rules.ts'
import type { StepNumber } from '../../src/features/automations/wizard/stored-draft.rules.ts'
import type {
  Editable,
  KeepRequest,
  PublishRequest,
  Tried,
  TryRequest,
} from '../../src/features/automations/wizard/wizard-memory.ts'
import { OpenWizard } from '../../src/features/automations/wizard/wizard-page.tsx'
import { type Answers, never, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { automationRows, catalog, confirmDetail, forecast, noPause, runs } from '../fixtures/automations.ts'
import { cedar } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { stand } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

interface SceneProps {
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

const verdict = {
  ...{ automationId: confirmDetail._id, name: confirmDetail.name, number: 3, outcome: 'ran' as const },
  ...{ checks: [], failed: null },
}

const USUAL: Answers = {
  automations: () => ({ ...ok([...automationRows]), pause: noPause }),
  automationCatalog: () => ok(catalog),
  automation: () => ok(confirmDetail),
  automationRuns: () => ok([...runs]),
  forecastAutomation: () => ok(forecast),
  automationRun: () => ok({ ...(runs[0] as (typeof runs)[number]), verdict, sentence: confirmDetail.sentence }),
}

interface InLayoutProps extends SceneProps {
  children: React.ReactNode
}

function InLayout({ children, answers = {}, offline = false, then }: InLayoutProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>{children}</DefaultLayout>
    </Stage>
  )
}

export function AutomationsScene(props: SceneProps) {
  return (
    <InLayout {...props}>
      <Automations />
    </InLayout>
  )
}

export function RunsScene(props: SceneProps) {
  return (
    <InLayout {...props}>
      <Runs />
    </InLayout>
  )
}

export function AutomationScene(props: SceneProps) {
  return (
    <InLayout {...props}>
      <AutomationRoom organization={cedar} automationId={confirmDetail._id} />
    </InLayout>
  )
}

interface WizardSceneProps extends SceneProps {
  draft?: DraftDefinition
  step?: StepNumber
  automation?: AutomationDetail
  keep?: () => Promise<Editable>
  tryOut?: () => Promise<Tried>
  publish?: () => Promise<Automation>
  /** The machine saves at once. */
  quick?: boolean
  prepare?: (actor: AutomationWizardActor) => void
}

/** Longer than any entry is looked at. */
const LONG_MS = 2_000_000_000

export function WizardScene(props: WizardSceneProps) {
  const { draft = NOTHING, step = 1, automation, quick = false, prepare, ...scene } = props
  const { keep = never, tryOut = never, publish = never } = props
  const [actor] = useState(() => {
    const machine = automationWizardMachine.provide({
      actors: {
        keep: fromPromise<Editable, KeepRequest>(keep),
        tryOut: fromPromise<Tried, TryRequest>(tryOut),
        publish: fromPromise<Automation, PublishRequest>(publish),
      },
      delays: { savePause: quick ? 0 : LONG_MS, tryPause: 0 },
    })
    let keys = 0
    const newId = () => {
      keys += 1
      return `key${keys}`
    }
    const input = { newId, authorId: 'usr_lena', draft, automation: automation ?? null }
    const started = stand(createActor(machine, { input }).start())
    if (step > 1) started.send({ type: 'go', step })
    prepare?.(started)
    return started
  })
  return (
    <InLayout {...scene}>
      <OpenWizard {...{ actor, organization: cedar }} isNew={automation === undefined} />
    </InLayout>
  )
}
