import type { Issue } from '@foyer/contracts/imports/imports.ts'
import { clsx } from 'clsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shows an issue as an icon and words. */
export function IssueLine({ issue, id, children }: { issue: Issue; id?: string; children?: ReactNode }) {
  const isError = issue.level === 'error'
  const Icon = isError ? CircleAlert : TriangleAlert
  return (
    <span className={clsx('mt-0.5 block text-xs', isError ? 'text-bad-text' : 'text-warn-text')}>
      <span id={id} className="flex items-start gap-1">
        <Icon aria-hidden size={13} className="mt-px shrink-0" />
        <span className="wrap-anywhere">{issue.message}</span>
      </span>
      {children}
    </span>
  )
}
