import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { OFFLINE } from '../use-offline.ts'

interface StepButtonProps {
  busy: boolean
  offline: boolean
  danger?: boolean
  children: ReactNode
}

/** Sends the form of a drawer. */
export function StepButton({ busy, offline, danger = false, children }: StepButtonProps) {
  return (
    <Button
      type="submit"
      kind={danger ? 'danger' : 'primary'}
      size="lg"
      busy={busy}
      disabledReason={offline ? OFFLINE : undefined}
      className="w-full"
    >
      {children}
    </Button>
  )
}
