import { ArrowLeft, ArrowRight, CircleAlert, Power, Save } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import type { StepNumber } from './stored-draft.rules.ts'

interface WizardFootProps {
  step: StepNumber
  /** The words on the problems that keep the wizard here; null without one, or before somebody asked to go on. */
  wrong: string | null
  turnsOn: boolean
  busy: boolean
  disabledReason: string | undefined
  onBack: () => void
  onNext: () => void
  onPublish: () => void
  onSave: () => void
}

const NEXT = { 1: 'Next: conditions', 2: 'Next: actions', 3: 'Next: review' } as const

/** The way back and forward. */
export function WizardFoot(props: WizardFootProps) {
  const { step, wrong, turnsOn, busy, disabledReason, onBack, onNext, onPublish, onSave } = props
  return (
    <footer className="flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2.5 md:px-8">
      {step === 1 ? (
        <span />
      ) : (
        <Button icon={ArrowLeft} onClick={onBack}>
          Back
        </Button>
      )}
      <div className="flex min-w-0 items-center gap-2.5">
        <p
          role="status"
          aria-label="Step"
          className={wrong === null ? 'text-sm text-muted' : 'flex items-center gap-1 text-sm text-bad-text'}
        >
          {wrong === null ? (
            `Step ${step} of 4`
          ) : (
            <>
              <CircleAlert aria-hidden size={14} className="shrink-0" />
              {wrong}
            </>
          )}
        </p>
        {step === 4 ? (
          <Button
            kind="primary"
            icon={turnsOn ? Power : Save}
            {...{ busy, disabledReason }}
            onClick={turnsOn ? onPublish : onSave}
          >
            {turnsOn ? 'Turn on automation' : 'Save automation'}
          </Button>
        ) : (
          <Button kind="primary" onClick={onNext}>
            <span className="flex items-center gap-1.5">
              {NEXT[step]}
              <ArrowRight aria-hidden size={15} className="shrink-0" />
            </span>
          </Button>
        )}
      </div>
    </footer>
  )
}
