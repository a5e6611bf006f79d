import { ArrowUpDown } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface CompareButtonProps {
  compare: boolean
  onChange: (compare: boolean) => void
}

/** Shows beside each number how it differs from the range before. */
export function CompareButton({ compare, onChange }: CompareButtonProps) {
  return (
    <Button
      icon={ArrowUpDown}
      aria-pressed={compare}
      onClick={() => onChange(!compare)}
      className="aria-pressed:border-accent pointer-coarse:h-11"
    >
      Compare
    </Button>
  )
}
