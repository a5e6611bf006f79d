import { outcomeSentence } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Import } from '@foyer/contracts/imports/imports.ts'
import { CircleCheck } from 'lucide-react'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { number } from '../import-words.rules.ts'
import { Card } from '../kind-head.tsx'
import { outcomeTabs } from './rows.rules.ts'

/** The result: each count leads to its rows. */
export function OutcomeCard({ told, onShow }: { told: Import; onShow: () => void }) {
  const { change } = useFilters(['rows'])
  return (
    <Card label="Result">
      <div className="flex items-start gap-2.5 px-4 py-4">
        <CircleCheck aria-hidden size={20} className="mt-0.5 shrink-0 text-ok-text" />
        <div className="min-w-0">
          <p role="status" className="num text-base font-semibold wrap-anywhere">
            {outcomeSentence(told.kind, told.outcome)}
          </p>
          <ul aria-label="Counts" className="mt-2 flex flex-wrap gap-2">
            {outcomeTabs(told).map(({ id, label, count }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => {
                    change({ rows: id })
                    onShow()
                  }}
                  className="num inline-flex h-8 items-center gap-1.5 rounded-md border border-line-strong bg-raised px-3 text-sm hover:bg-hover pointer-coarse:h-11"
                >
                  <strong className="font-semibold">{number(count ?? 0)}</strong> {label}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  )
}
