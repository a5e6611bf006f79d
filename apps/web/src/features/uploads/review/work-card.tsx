import type { Import } from '@foyer/contracts/imports/imports.ts'
import { shareDone, workWords } from '../import-words.rules.ts'
import { Card } from '../kind-head.tsx'
import { Progress } from '../progress.tsx'

interface WorkCardProps {
  /** The name of the bar. */
  label: 'Reading' | 'Checking' | 'Import'
  told: Import
}

/** How far the present work is. It goes on without this screen. */
export function WorkCard({ label, told }: WorkCardProps) {
  return (
    <Card label={`${label} now`}>
      <div className="px-4 py-5">
        <Progress label={label} words={workWords(told) ?? ''} share={shareDone(told)} />
        <p className="mt-1 text-sm text-subtle">
          {told.state === 'stopped' ? 'The rows that are in stay in.' : 'You can leave this page. The work goes on.'}
        </p>
      </div>
    </Card>
  )
}
