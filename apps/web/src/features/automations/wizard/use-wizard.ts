import type { AutomationDetail } from '@foyer/contracts/automations/automation.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { userGraphql } from '../../../api/user-graphql.ts'
import { useServices } from '../../../parts/services.tsx'
import type { MainContext } from '../../../state/main-context.rules.ts'
import type { AutomationWizardActor } from './automation-wizard.machine.ts'
import { readStored, type StepNumber } from './stored-draft.rules.ts'
import { startWizard } from './wizard.actors.ts'
import { barredBy, editableOf } from './wizard-memory.ts'

interface WizardPlace {
  readonly organizationId: string
  readonly timezone: string
}

const STEPS = { trigger: 1, conditions: 2, actions: 3, review: 4 } as const

function stepOf(actor: AutomationWizardActor): StepNumber {
  return STEPS[actor.getSnapshot().value.step]
}

/** [ENTITY-16] The part of the one new automation that this browser keeps. */
function storedOf(actor: AutomationWizardActor): MainContext['automation'] {
  const { trigger, conditions, actions } = actor.getSnapshot().context.written
  // Stored drafts are read as plain JSON.
  return JSON.parse(JSON.stringify({ activeStep: stepOf(actor), trigger, conditions, actions }))
}

/**
 * [AUTO-01] The wizard of the new automation: its draft is written to this browser with each change, and a reload restores it.
 * A draft that something else writes, such as the link "New automation", begins the wizard anew.
 */
export function useNewWizard({ organizationId, timezone }: WizardPlace): AutomationWizardActor | null {
  const { api, app, clock, calls } = useServices()
  const { automation: stored, user } = useSnapshot(app.mainContext)
  const kept = JSON.stringify(stored)
  const authorId = user?._id ?? null
  const own = useRef<string | null>(null)
  const [actor, setActor] = useState<AutomationWizardActor | null>(null)
  const isOther = kept !== own.current

  useEffect(() => {
    if (!isOther) return
    const { activeStep, draft } = readStored(JSON.parse(kept))
    own.current = kept
    const today = () => dayIn(clock.now(), timezone)
    const newId = () => crypto.randomUUID()
    const graphql = userGraphql(calls)
    const started = startWizard({ api, graphql, organizationId, today, newId, authorId, draft, automation: null })
    // A draft that was cut off opens at the furthest step that may be shown.
    const context = started.getSnapshot().context
    const reached = ([4, 3, 2] as const).find((step) => step <= activeStep && barredBy(context, step) === null)
    if (reached !== undefined) started.send({ type: 'go', step: reached })
    setActor(started)
  }, [isOther, kept, api, clock, calls, organizationId, timezone, authorId])

  useEffect(() => {
    if (actor === null) return
    const keep = () => {
      if (actor.getSnapshot().context.automation !== null) return
      const next = storedOf(actor)
      const written = JSON.stringify(next)
      if (written === own.current) return
      own.current = written
      app.mainContext.automation = next
    }
    const { unsubscribe } = actor.subscribe(keep)
    return () => {
      unsubscribe()
      actor.stop()
    }
  }, [actor, app])
  return actor
}

/** The wizard of a saved automation; it hears of each newer revision. */
export function useSavedWizard(
  { organizationId, timezone }: WizardPlace,
  detail: AutomationDetail | undefined,
  isAbsent: boolean,
): AutomationWizardActor | null {
  const { api, clock, calls } = useServices()
  const [actor, setActor] = useState<AutomationWizardActor | null>(null)
  const isThere = detail !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newer automation is told to the wizard that is there
  useEffect(() => {
    if (detail === undefined) return
    const today = () => dayIn(clock.now(), timezone)
    const newId = () => crypto.randomUUID()
    const graphql = userGraphql(calls)
    const { automation, draft } = editableOf(detail)
    const started = startWizard({ api, graphql, organizationId, today, newId, authorId: null, draft, automation })
    setActor(started)
    return () => void started.stop()
  }, [isThere, api, clock, calls, organizationId, timezone])
  useEffect(() => {
    if (actor === null) return
    if (isAbsent || detail?.removed) actor.send({ type: 'removed' })
    else if (detail !== undefined) actor.send({ type: 'told', theirs: editableOf(detail) })
  }, [actor, detail, isAbsent])
  return actor
}
