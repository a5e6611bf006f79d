/** A template that is absent, deleted or saved by a colleague. The bars stay in sight while the page scrolls. */
import { Repeat, TriangleAlert } from 'lucide-react'
import { Note } from '../../parts/state-notes.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'

/** The page of a template that was deleted while nothing was written in it. */
export function DeletedTemplate() {
  return (
    <Note icon={Repeat} title="This template was deleted" detail="It runs no more. The campaigns that it made stay.">
      <AllTemplates />
    </Note>
  )
}

export function AllTemplates() {
  return (
    <Link to="/templates" className={buttonLook('default', 'md')}>
      All templates
    </Link>
  )
}

/** A colleague deleted the template: the words that were written here stay, and can be saved as a new one. */
export function DeletedBar() {
  return (
    <div role="alert" className="sticky top-0 z-1">
      <Banner kind="warn" icon={TriangleAlert}>
        Somebody deleted this template. What you wrote is still here: save it as a new template.
      </Banner>
    </div>
  )
}

interface OvertakenBarProps {
  onLoad: () => void
  onKeep: () => void
}

/** A colleague saved the template: what was written here stays until somebody chooses. */
export function OvertakenBar({ onLoad, onKeep }: OvertakenBarProps) {
  return (
    <div role="alert" className="sticky top-0 z-1">
      <Banner
        kind="warn"
        icon={TriangleAlert}
        action={
          <>
            <Button size="sm" onClick={onLoad}>
              Load it
            </Button>
            <Button size="sm" onClick={onKeep}>
              Keep mine
            </Button>
          </>
        }
      >
        Somebody saved this template in the meantime.
      </Banner>
    </div>
  )
}
