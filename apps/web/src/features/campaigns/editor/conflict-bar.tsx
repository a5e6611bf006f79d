import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { type Ending, endingWords } from './ending.rules.ts'

const BAR =
  'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-warn-line bg-warn px-4 py-2.5 text-sm text-warn-text max-md:mx-4'

interface EndedBarProps {
  ending: Ending
  campaignId: string
}

/** The campaign is edited no more: what was typed here stays, and can be saved as a new one. */
export function EndedBar({ ending, campaignId }: EndedBarProps) {
  return (
    <div role="alert" className={BAR}>
      <p className="min-w-0 flex-1 basis-60">{endingWords(ending)}</p>
      {ending !== 'deleted' && (
        <Link to={`/campaigns/${campaignId}`} className={buttonLook('default', 'sm')}>
          See its results
        </Link>
      )}
    </div>
  )
}

interface ConflictBarProps {
  words: string
  onTheirs: () => void
  onMine: () => void
}

/** A colleague saved or scheduled meanwhile: what was typed here stays until somebody chooses. */
export function ConflictBar({ words, onTheirs, onMine }: ConflictBarProps) {
  return (
    <div role="alert" className={BAR}>
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{`${words} What you changed is not saved.`}</p>
      <div className="flex gap-2">
        <Button size="sm" onClick={onTheirs}>
          Load it
        </Button>
        <Button size="sm" onClick={onMine}>
          Keep mine
        </Button>
      </div>
    </div>
  )
}
