import type { Finding } from '@foyer/contracts/automations/finding.rules.ts'
import { clsx } from 'clsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'

/** The findings of the check of the definition: problems bar it, warnings do not. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <ul aria-label="Findings" className="space-y-2">
      {findings.map(({ level, code, path, message, with: others = [] }) => {
        const isProblem = level === 'problem'
        const Icon = isProblem ? CircleAlert : TriangleAlert
        return (
          <li
            key={`${code} ${path} ${message}`}
            className={clsx(
              'flex items-start gap-2 rounded-md border px-3 py-2 text-sm',
              isProblem ? 'border-bad-line bg-bad text-bad-text' : 'border-warn-line bg-warn text-warn-text',
            )}
          >
            <Icon aria-hidden size={15} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">{isProblem ? 'Problem: ' : 'Warning: '}</span>
              {message}
              {others.length > 0 && (
                <span className="block text-xs">{others.map((name) => `“${name}”`).join(', ')}</span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
