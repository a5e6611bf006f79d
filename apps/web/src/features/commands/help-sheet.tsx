import { Description, Field, Label, Switch } from '@headlessui/react'
import { GROUPS, type Listed } from '../../lib/commands.rules.ts'
import { useCharacterKeys } from '../../parts/keyboard.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { linesOf } from './help.rules.ts'

interface HelpSheetProps {
  /** The commands known where the sheet was opened. */
  commands: readonly Listed[]
  onClose: () => void
}

/** [DESIGN-13] Lists every keyboard shortcut, from the same list that handles the keys. */
export function HelpSheet({ commands, onClose }: HelpSheetProps) {
  const [characters, setCharacters] = useCharacterKeys()
  return (
    <Drawer open onClose={onClose} title="Keyboard shortcuts">
      <div className="p-4">
        <Field className="flex items-start gap-3 rounded-lg border border-line bg-sunken px-3 py-2.5">
          <div className="min-w-0 flex-1">
            <Label className="text-sm font-medium">Single-key shortcuts</Label>
            <Description className="mt-0.5 text-xs text-muted">
              Off, a letter alone does nothing; keys with Ctrl or ⌘, arrows and F8 stay. Kept in this browser.
            </Description>
          </div>
          <Switch
            checked={characters}
            onChange={setCharacters}
            className="group relative mt-0.5 inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-control bg-surface data-checked:border-accent data-checked:bg-accent pointer-coarse:my-2"
          >
            <span
              aria-hidden
              className="ml-0.5 size-4.5 rounded-full bg-muted transition-transform duration-(--duration-press) group-data-checked:translate-x-4 group-data-checked:bg-on-accent forced-colors:border"
            />
          </Switch>
        </Field>
        {GROUPS.map((group) => {
          const lines = linesOf(commands, group, characters)
          return (
            lines.length > 0 && (
              <section key={group} aria-label={group} className="mt-5">
                <h3 className="border-b border-line pb-1.5 text-xs font-semibold text-muted">{group}</h3>
                <dl>
                  {lines.map(({ title, keys, off }) => (
                    <div key={title} className="flex min-h-9 items-center gap-3 border-b border-line py-1.5 text-sm">
                      <dt className="min-w-0 flex-1">{title}</dt>
                      <dd className={off ? 'flex items-center gap-1.5 line-through' : 'flex items-center gap-1.5'}>
                        {off && <span className="sr-only">off: </span>}
                        {keys.map((one, place) => (
                          <span key={one} className="inline-flex items-center gap-1.5">
                            {place > 0 && <span className="text-2xs text-muted">or</span>}
                            <KeyCaps keys={one} />
                          </span>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          )
        })}
      </div>
    </Drawer>
  )
}
