import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'

interface WizardNoticeProps {
  isConflict: boolean
  isRemoved: boolean
  /** The colleague's name; null if it is not known. */
  by: string | null
  onTheirs: () => void
  onMine: () => void
  onSaveAsNew: () => void
}

/** A colleague changed or removed the automation: what was typed here stays until somebody chooses. */
export function WizardNotice({ isConflict, isRemoved, by, onTheirs, onMine, onSaveAsNew }: WizardNoticeProps) {
  if (isRemoved)
    return (
      <Notice words="Somebody removed this automation. What you wrote is still here.">
        <Button size="sm" onClick={onSaveAsNew}>
          Save as a new automation
        </Button>
      </Notice>
    )
  if (!isConflict) return null
  return (
    <Notice words={`${by ?? 'Somebody'} changed it. What you changed is not saved.`}>
      <Button size="sm" onClick={onTheirs}>
        See theirs
      </Button>
      <Button size="sm" onClick={onMine}>
        Keep mine
      </Button>
    </Notice>
  )
}

function Notice({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-warn-line bg-warn px-4 py-2 text-sm text-warn-text md:px-5"
    >
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{words}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
