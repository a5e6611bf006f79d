import type { AutomationWalk } from '@foyer/contracts/automations/automation.ts'
import { REFUSAL_SENTENCES, RUN_SENTENCES } from '@foyer/contracts/automations/step-words.rules.ts'
import { clsx } from 'clsx'
import { dueLabel } from '../../../lib/time-labels.rules.ts'
import { ACTION_ICONS, ACTION_TONES } from './icons.ts'
import type { Tried } from './wizard-memory.ts'

interface OnePatientProps {
  example: NonNullable<Tried['example']>
  /** A sentence for each step, by its number. */
  details: ReadonlyMap<number, string>
  now: Date
  timezone: string
}

const DONE: Readonly<Record<AutomationWalk['steps'][number]['kind'], string>> = {
  ...{ sendSms: 'Text sent', sendEmail: 'Email sent', assignToStaff: 'Assigned', markRequest: 'Request type set' },
  ...{ closeConversation: 'Status set', snoozeConversation: 'Snoozed', starConversation: 'Starred' },
  ...{ addNote: 'Note added', notifyStaff: 'Staff notified', markConfirmed: 'Visit confirmed' },
  ...{ startDrip: 'Campaign started', handToChatbot: 'Handed to the chatbot', wait: 'Waited', stop: 'Stopped' },
}

type Step = AutomationWalk['steps'][number]

function stepWords({ kind, outcome }: Step): string {
  if (outcome === 'skipped') return 'Skipped'
  return outcome === 'refused' ? 'Not done' : DONE[kind]
}

function stepDetail({ sequence, outcome, reason, text, segments }: Step, details: OnePatientProps['details']): string {
  if (outcome === 'refused' && reason !== null) return REFUSAL_SENTENCES[reason]
  if (outcome === 'skipped') return 'What it asks for does not hold.'
  return text === null
    ? (details.get(sequence) ?? '')
    : `“${text}”${segments !== null && segments > 1 ? ` · ${segments} segments` : ''}`
}

/** The steps for one real patient, if nothing else happens. */
export function OnePatient({ example: { patientName, walk }, details, now, timezone }: OnePatientProps) {
  const { verdict, steps, reason } = walk
  const name = patientName ?? 'A patient who is not known'
  if (verdict.outcome !== 'ran') {
    const failed = verdict.checks.find(({ path }) => path === verdict.failed)
    return (
      <p className="text-sm">
        <bdi className="font-medium">{name}</bdi>
        {failed === undefined
          ? ': it would not start now.'
          : `: it would not start, because of “${failed.words}”. It is ${failed.saw}.`}
      </p>
    )
  }
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        For <bdi className="font-medium text-ink">{name}</bdi>, if nothing else happens
      </p>
      <ol
        aria-label="Steps for one patient"
        className="grid gap-y-4 md:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]"
      >
        {steps.map((step, place) => {
          const Icon = ACTION_ICONS[step.kind]
          const isLast = place === steps.length - 1
          return (
            <li key={`${step.sequence} ${step.at}`} className="relative flex gap-3 md:block md:pr-3">
              {!isLast && (
                <span
                  aria-hidden
                  className="absolute top-7 bottom-[-1rem] left-3.5 w-px bg-line-strong md:top-3.5 md:right-0 md:bottom-auto md:left-7 md:h-px md:w-auto"
                />
              )}
              <span
                aria-hidden
                className={clsx(
                  'relative grid size-7 shrink-0 place-items-center rounded-md border border-line-strong',
                  step.outcome === 'done' ? ACTION_TONES[step.kind] : 'bg-sunken text-muted',
                )}
              >
                <Icon size={15} strokeWidth={1.75} />
              </span>
              <div className="min-w-0 text-xs md:mt-1.5">
                <p className="num text-muted">{dueLabel(new Date(step.at), now, timezone)}</p>
                <p className={clsx('text-sm font-semibold', step.outcome === 'refused' && 'text-warn-text')}>
                  {stepWords(step)}
                </p>
                <p dir="auto" className="line-clamp-4 wrap-anywhere text-muted">
                  {stepDetail(step, details)}
                </p>
              </div>
            </li>
          )
        })}
      </ol>
      {reason !== null && <p className="mt-3 text-sm text-muted">{RUN_SENTENCES[reason]}</p>}
    </>
  )
}
