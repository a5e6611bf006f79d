import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { StepNumber } from './stored-draft.rules.ts'

interface StepperStep {
  readonly name: string
  /** The setting in words; empty for a step that says nothing. */
  readonly value: string
}

interface StepperProps {
  steps: readonly StepperStep[]
  active: StepNumber
  /** Above the form instead of beside it. */
  across: boolean
  onGo: (step: StepNumber) => void
}

const NUMBERS = [1, 2, 3, 4] as const

/** The four steps. Those that are done lead back to themselves. */
export function Stepper({ steps, active, across, onGo }: StepperProps) {
  return (
    <ol
      aria-label="Steps"
      className={clsx(across ? 'flex border-b border-line px-4 py-2.5' : 'w-57 shrink-0 border-r border-line p-5 pr-4')}
    >
      {NUMBERS.map((number) => {
        const step = steps[number - 1]
        if (step === undefined) return null
        const [isDone, isActive] = [number < active, number === active]
        const mark = (
          <span
            aria-hidden
            className={clsx(
              'num grid size-7 shrink-0 place-items-center rounded-md border-2 text-sm font-semibold',
              isDone && 'border-accent bg-accent text-on-accent',
              isActive && 'border-accent bg-raised text-link',
              !isDone && !isActive && 'border-line-strong bg-raised text-muted',
            )}
          >
            {isDone ? <Check size={16} strokeWidth={2.25} /> : number}
          </span>
        )
        const words = (
          <span className={clsx('min-w-0', across && !isActive && 'max-md:sr-only')}>
            <span
              className={clsx('block text-sm leading-7', isDone || isActive ? 'font-semibold text-ink' : 'text-muted')}
            >
              {step.name}
            </span>
            {isDone && !across && <span className="block text-xs wrap-anywhere text-muted">{step.value}</span>}
          </span>
        )
        const isLast = number === 4
        return (
          <li
            key={step.name}
            aria-current={isActive ? 'step' : undefined}
            className={clsx(across ? 'flex items-center' : 'relative pb-5 last:pb-0', across && !isLast && 'flex-1')}
          >
            {!across && !isLast && (
              <span
                aria-hidden
                className={clsx('absolute top-7 bottom-0 left-3.25 w-0.5', isDone ? 'bg-accent' : 'bg-line')}
              />
            )}
            {isDone ? (
              <a
                href={`#step-${number}`}
                onClick={(event) => {
                  event.preventDefault()
                  onGo(number)
                }}
                className="flex min-w-0 items-start gap-3 rounded-md max-lg:items-center pointer-coarse:min-h-11"
              >
                {mark}
                {words}
              </a>
            ) : (
              <span className="flex min-w-0 items-start gap-3 max-lg:items-center pointer-coarse:min-h-11">
                {mark}
                {words}
              </span>
            )}
            {across && !isLast && (
              <span aria-hidden className={clsx('mx-2 h-0.5 min-w-3 flex-1', isDone ? 'bg-accent' : 'bg-line')} />
            )}
          </li>
        )
      })}
    </ol>
  )
}
