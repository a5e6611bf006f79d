import { Button } from '../../../ui/button.tsx'

interface ReadAsButtonProps {
  onReadAs: () => void
  /** Why the file can't be read anew now. */
  why: string | undefined
}

/** Stands beside a problem that another way of reading the file may settle. */
export function ReadAsButton({ onReadAs, why }: ReadAsButtonProps) {
  return (
    <Button size="sm" aria-haspopup="dialog" disabledReason={why} onClick={onReadAs}>
      How the file is read
    </Button>
  )
}
