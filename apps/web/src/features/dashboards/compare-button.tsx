import { ArrowUpDown } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { compareText } from './dashboard-address.rules.ts'

interface CompareButtonProps {
  compare: boolean
  /** Gets the value for the address. */
  onChange: (text: string) => void
}

/** Shows beside each number how it differs from the range before. */
export function CompareButton({ compare, onChange }: CompareButtonProps) {
  return (
    <Button
      icon={ArrowUpDown}
      aria-pressed={compare}
      onClick={() => onChange(compareText(!compare))}
      className="aria-pressed:border-accent pointer-coarse:h-11"
    >
      Compare
    </Button>
  )
}
