import { afterClosingOf } from '../lib/after-closing.ts'
import type { Commands } from '../lib/commands.ts'
import { density } from '../lib/density.ts'
import type { ThemeControl } from '../lib/theme.ts'
import type { LocalChoices } from './preference-changes.rules.ts'

interface Choosing {
  theme: ThemeControl
  commands: Commands
  userId: string
}

/** The choices of this browser now. */
export function localChoices({ theme, commands, userId }: Choosing): LocalChoices {
  return {
    theme: theme.choice(),
    density: density(),
    shortcuts: commands.characters(),
    afterClosing: afterClosingOf(userId),
  }
}
