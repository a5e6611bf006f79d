/** Whether a key is pressed as a shortcut: alone, and by nobody who writes or stands in something that floats. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  const { target } = event
  if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (event.defaultPrevented || event.repeat || !(target instanceof HTMLElement)) return false
  const writes = target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select')
  return !writes && target.closest('[role=dialog], [role=menu], [role=listbox]') === null
}
