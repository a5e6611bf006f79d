import { useSelector } from '@xstate/react'
import { CircleAlert, CircleCheck, Clock, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { uploadFailure } from '../upload-failure.rules.ts'
import type { FileActor } from './file.machine.ts'
import type { Match } from './targets.rules.ts'

interface FileStateProps {
  child: FileActor
  /** "doctor" */
  noun: string
  /** The files belong to somebody. */
  isOwned: boolean
}

const LOOK = 'num flex items-start gap-1 text-xs wrap-anywhere'

/** How far a file is. */
export function FileState({ child, noun, isOwned }: FileStateProps) {
  const state = useSelector(child, ({ value }) => value)
  const { share, error, target, match, isReleased } = useSelector(child, ({ context }) => context)
  switch (state) {
    case 'kept':
      return (
        <Line icon={CircleCheck} className="text-ok-text">
          Kept
        </Line>
      )
    case 'sending':
      return <Busy>{share < 1 ? `Sending ${Math.round(share * 100)} %` : 'Being checked'}</Busy>
    case 'looking':
      return <Busy>{`Looking for the ${noun}`}</Busy>
    case 'refused':
      return (
        <p role="alert" className={`${LOOK} text-bad-text`}>
          <CircleAlert aria-hidden size={14} className="shrink-0" />
          {uploadFailure(error)}
        </p>
      )
    default:
      if (state === 'waiting' && isOwned && target === null)
        return (
          <Line icon={CircleAlert} className="text-warn-text">
            {unknownWords(match, noun)}
          </Line>
        )
      if (state === 'waiting' && !isReleased)
        return (
          <Line icon={CircleCheck} className="text-muted">
            {match?.kind === 'one' && match.target.id === target?.id
              ? `Found by the ${match.by} in its name`
              : 'Ready to send'}
          </Line>
        )
      return (
        <Line icon={Clock} className="text-muted">
          Waiting
        </Line>
      )
  }
}

function Line({ icon: Icon, className, children }: { icon: LucideIcon; className: string; children: ReactNode }) {
  return (
    <p className={`${LOOK} ${className}`}>
      <Icon aria-hidden size={14} className="shrink-0" />
      {children}
    </p>
  )
}

function Busy({ children }: { children: string }) {
  return (
    <p className={`${LOOK} text-muted`}>
      <Spinner size={14} />
      {children}
    </p>
  )
}

function unknownWords(match: Match | null, noun: string): string {
  if (match?.kind === 'several') return `Its name fits several: choose the ${noun}`
  if (match?.kind === 'failed') return `The search did not work: choose the ${noun}, or search again`
  return `Choose the ${noun}`
}

/** Sends a refused file again, or looks up again whose a file is. */
export function AgainButton({ child, off }: { child: FileActor; off: string | undefined }) {
  const state = useSelector(child, ({ value }) => value)
  const { match, target } = useSelector(child, ({ context }) => context)
  const isLost = state === 'waiting' && target === null && match?.kind === 'failed'
  if (state !== 'refused' && !isLost) return null
  return (
    <Button size="sm" icon={RotateCw} disabledReason={off} onClick={() => child.send({ type: 'again' })}>
      {isLost ? 'Search again' : 'Try again'}
    </Button>
  )
}
