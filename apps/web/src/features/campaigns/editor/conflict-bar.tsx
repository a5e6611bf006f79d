import { Button } from '../../../ui/button.tsx'

const BAR =
  'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-warn-line bg-warn px-4 py-2.5 text-sm text-warn-text max-md:mx-4'

/** A colleague deleted the campaign: what was typed here stays, and can be saved as a new one. */
export function DeletedBar() {
  return (
    <div role="alert" className={BAR}>
      Somebody deleted this campaign. What you wrote is still here: save it as a new campaign.
    </div>
  )
}

interface ConflictBarProps {
  /** Null if the name is not known. */
  by: string | null
  onTheirs: () => void
  onMine: () => void
}

/** A colleague saved meanwhile: what was typed here stays until somebody chooses. */
export function ConflictBar({ by, onTheirs, onMine }: ConflictBarProps) {
  return (
    <div role="alert" className={BAR}>
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {`${by ?? 'Somebody'} saved a newer version. What you changed is not saved.`}
      </p>
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
