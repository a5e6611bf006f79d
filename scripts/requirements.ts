/** Prints which requirements have a test that names them, and which have none. An argument narrows it to one area. */
import { requirements, testedIds } from './requirement-ids.ts'

const [wanted] = process.argv.slice(2)
const tested = testedIds()
const rows = requirements().filter(({ area }) => !wanted || area === wanted)

for (const area of [...new Set(rows.map((row) => row.area))]) {
  const ofArea = rows.filter((row) => row.area === area)
  const shown = ofArea.filter(({ id }) => tested.has(id))
  const open = ofArea.filter(({ id }) => !tested.has(id))
  console.log(`\n${area}: ${shown.length} of ${ofArea.length} have a test`)
  for (const { id } of shown) console.log(`  ✓ ${id.padEnd(18)} ${[...(tested.get(id) ?? [])].join(', ')}`)
  for (const { id, text } of open) console.log(`  · ${id.padEnd(18)} ${text.slice(0, 100)}`)
}
const shown = rows.filter(({ id }) => tested.has(id)).length
console.log(`\n${shown} of ${rows.length} requirements have a test, ${rows.length - shown} have none`)
