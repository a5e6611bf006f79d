import { proposedName, sentence } from '@foyer/contracts/automations/sentence.rules.ts'
import type { AutomationState } from '@foyer/contracts/automations/states.rules.ts'
import { triggerPhrase } from '@foyer/contracts/automations/trigger-phrases.rules.ts'
import { fieldValues } from '@foyer/contracts/outreach/field-values.rules.ts'
import { sampleFacts } from '@foyer/contracts/outreach/sample-patient.rules.ts'
import { useSelector } from '@xstate/react'
import { Suspense, useEffect, useRef } from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useServices } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { notifyUndo } from '../../../ui/notify.tsx'
import { useCatalog } from '../use-catalog.ts'
import { actionsValue, conditionsValue } from './action-words.rules.ts'
import { ActionsStep } from './actions-step.tsx'
import type { AutomationWizardActor } from './automation-wizard.machine.ts'
import { ConditionRows } from './condition-rows.tsx'
import { fieldsOf, wrongSequence } from './draft.rules.ts'
import { isWhole, nameProblem, type Problems, problemsOfStep } from './draft-problems.rules.ts'
import { Findings } from './findings.tsx'
import { PlainWords, PlainWordsBar } from './plain-words.tsx'
import { ReviewStep } from './review-step.tsx'
import { Stepper } from './stepper.tsx'
import type { StepNumber } from './stored-draft.rules.ts'
import { TriggerStep } from './trigger-step.tsx'
import { WizardFoot } from './wizard-foot.tsx'
import { WizardHead } from './wizard-head.tsx'
import { barredBy, type Written } from './wizard-memory.ts'
import { WizardNotice } from './wizard-notice.tsx'

const PublishDialog = lazyPart(async () => (await import('./publish-dialog.tsx')).PublishDialog)

export interface WizardOrganization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}

interface WizardScreenProps {
  actor: AutomationWizardActor
  organization: WizardOrganization
}

const NUMBERS = { trigger: 1, conditions: 2, actions: 3, review: 4 } as const
const QUESTIONS = ['What starts it?', 'Who is it for?', 'What happens?', 'Check and turn on'] as const
const NONE: Problems = {}

/** The four steps of an automation, with the panel that says it in plain words. */
export function WizardScreen({ actor, organization }: WizardScreenProps) {
  const state = useSelector(actor, ({ value }) => value)
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const { written, automation, isKept, isRemoved, isTried, theirs, tried, tryError, turnsOn } = context
  const catalog = useCatalog(organization._id)
  const offline = useOffline()
  const nameOf = useStaffName()
  const now = useNow(useServices().clock)
  const isAcross = useMedia('(width < 1024px)')
  const isBeside = useMedia('(width >= 1200px)')
  const step: StepNumber = NUMBERS[state.step]
  const isNew = automation === null
  const problems = isTried && step < 4 ? problemsOfStep(written, step as 1 | 2 | 3) : NONE
  const change = (values: Partial<Written>) => actor.send({ type: 'changed', values })
  const title = written.name?.trim() || (step === 4 ? proposedName(written, catalog.names) : 'New automation')
  const clinic = { name: organization.name, timezone: organization.timezone, phoneNumber: null }
  const values = fieldValues(sampleFacts(clinic, null, now))
  const parts = sentence(written, catalog.names)
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)
  // A new step begins at its top, and its question has the focus.
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    if (body.current !== null) body.current.scrollTop = 0
    heading.current?.focus({ preventScroll: true })
  }, [step])
  // A refused step shows its first problem.
  useEffect(() => {
    if (isTried) body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isTried])

  /** The proposed name that the field shows becomes the name. */
  function named(type: 'publish' | 'save'): void {
    if (written.name === null) change({ name: title })
    actor.send({ type })
  }

  function startOver(): void {
    actor.send({ type: 'startOver' })
    notifyUndo('Started over', () => actor.send({ type: 'undoStartOver' }))
  }

  const isEmpty = written.trigger === null && written.conditions.length === 0 && written.actions.length === 0
  const steps = [
    { name: 'Trigger', value: written.trigger === null ? '' : capital(triggerPhrase(written.trigger, catalog.names)) },
    { name: 'Conditions', value: conditionsValue(written) },
    { name: 'Actions', value: actionsValue(written) },
    { name: 'Review', value: '' },
  ]
  const notes =
    step < 4 && tried !== null && tried.findings.length > 0 ? <Findings findings={tried.findings} /> : undefined
  const publishing = state.publishing
  const isAsking = publishing !== 'no'
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-canvas max-md:bg-surface">
      <WizardHead
        {...{ title, isNew, isKept }}
        keeping={state.keeping}
        isWhole={isWhole(written)}
        error={context.error}
        onStartOver={isEmpty ? undefined : startOver}
      />
      <WizardNotice
        isConflict={state.keeping === 'conflict'}
        {...{ isRemoved }}
        by={theirs && nameOf(theirs.automation.changedBy?.id ?? null, theirs.automation.changedBy?.name ?? null)}
        onTheirs={() => actor.send({ type: 'seeTheirs' })}
        onMine={() => actor.send({ type: 'keepMine' })}
        onSaveAsNew={() => actor.send({ type: 'saveAsNew' })}
      />
      {isAcross && <Stepper {...{ steps }} active={step} across onGo={(to) => actor.send({ type: 'go', step: to })} />}
      <div className="flex min-h-0 flex-1">
        {!isAcross && (
          <Stepper {...{ steps }} active={step} across={false} onGo={(to) => actor.send({ type: 'go', step: to })} />
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <div ref={body} className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-8">
            <div className="max-w-190">
              <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
                {QUESTIONS[step - 1]}
              </h2>
              {step === 2 && (
                <p className="mt-0.5 text-sm text-muted">
                  {written.conditions.length === 0
                    ? 'Without a rule it is for everybody whom the trigger finds.'
                    : 'All rules must be true.'}
                </p>
              )}
              <div className="mt-4">
                {step === 1 && (
                  <TriggerStep
                    trigger={written.trigger}
                    {...{ problems, catalog }}
                    onChange={(trigger) => change({ trigger })}
                  />
                )}
                {step === 2 && (
                  <ConditionRows
                    items={written.conditions}
                    path="conditions"
                    fields={fieldsOf(written.trigger, 'conditions')}
                    {...{ problems, catalog }}
                    onChange={(conditions) => change({ conditions })}
                  />
                )}
                {step === 3 && (
                  <ActionsStep
                    {...{ written, problems, catalog, values }}
                    onChange={(actions) => change({ actions })}
                  />
                )}
                {step === 4 && (
                  <ReviewStep
                    {...{ written, catalog, turnsOn, tried, tryError, isTried, offline, now }}
                    trying={state.trying}
                    organizationId={organization._id}
                    automationId={automation?._id ?? null}
                    timezone={organization.timezone}
                    onChange={change}
                    onTurnOn={(on) => actor.send({ type: 'turnOn', on })}
                    onGo={(to) => actor.send({ type: 'go', step: to })}
                    onTryAgain={() => actor.send({ type: 'tryAgain' })}
                  />
                )}
              </div>
            </div>
          </div>
          {!isBeside && <PlainWordsBar {...{ parts }}>{notes}</PlainWordsBar>}
          <WizardFoot
            {...{ step, turnsOn }}
            wrong={wrongWords(written, step, isTried)}
            busy={isAsking || (context.isLast && state.keeping === 'saving')}
            disabledReason={whyNot({
              offline,
              isConflict: state.keeping === 'conflict',
              isRemoved,
              isBarred: isBarred(tried) && turnsOn,
              turnsOn,
              published: isKept && automation?.hasDraft === false ? automation.state : null,
            })}
            onBack={() => actor.send({ type: 'back' })}
            onNext={() => actor.send({ type: 'next' })}
            onPublish={() => named('publish')}
            onSave={() => named('save')}
          />
        </div>
        {isBeside && <PlainWords {...{ parts }}>{notes}</PlainWords>}
      </div>
      {isAsking && (
        <Suspense fallback={null}>
          <PublishDialog
            {...{ automation, offline }}
            name={title}
            busy={publishing !== 'asking'}
            error={context.publishError}
            onConfirm={(why, waiting) => actor.send({ type: 'confirm', why, waiting })}
            onClose={() => actor.send({ type: 'cancel' })}
          />
        </Suspense>
      )}
    </div>
  )
}

const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`

function isBarred(tried: { readonly findings: readonly { readonly level: string }[] } | null): boolean {
  return tried?.findings.some(({ level }) => level === 'problem') ?? false
}

/** "Fix 1 sequence number to go on" */
function wrongWords(written: Written, step: StepNumber, isTried: boolean): string | null {
  if (step === 3 && wrongSequence(written.actions) !== null) return 'Fix 1 sequence number to go on'
  if (!isTried) return null
  const place = step === 4 ? barredBy({ written }, 4) : step
  const own = nameProblem(written.name) === undefined ? 0 : 1
  const count = place === null ? own : Object.keys(problemsOfStep(written, place)).length
  if (count === 0) return null
  return `Fix ${count === 1 ? '1 thing' : `${count} things`} to go on`
}

interface Readiness {
  readonly offline: boolean
  readonly isConflict: boolean
  readonly isRemoved: boolean
  readonly isBarred: boolean
  readonly turnsOn: boolean
  /** The state of an automation without a draft: its newest version is as it is shown. */
  readonly published: AutomationState | null
}

/** Why the automation can't be turned on or saved now. */
function whyNot(readiness: Readiness): string | undefined {
  const { offline, isConflict, isRemoved, isBarred: hasProblem, turnsOn, published } = readiness
  if (isRemoved) return 'Save it as a new automation first.'
  if (isConflict) return 'Choose whose version is kept first.'
  if (turnsOn && published === 'on') return 'Nothing was changed, and it is on.'
  if (turnsOn && published !== null) return 'Nothing was changed: switch it on in the list.'
  if (hasProblem) return 'The check found a problem.'
  return offlineReason(offline, turnsOn ? 'Turning it on' : 'Saving')
}
