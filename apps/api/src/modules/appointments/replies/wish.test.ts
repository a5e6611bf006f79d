import { expect, test } from 'vitest'
import { wishIn } from './wish.ts'

/** Thursday morning in Chicago; the visit is on Friday at 9:30 there. */
const asked = {
  ...{ sentAt: new Date('2026-11-19T15:00:00Z'), zone: 'America/Chicago' },
  startsAt: new Date('2026-11-20T15:30:00Z'),
}

test.each([
  ['can we do Thursday afternoon?', 'Thursday afternoon'],
  ['yes but can we do 3pm instead', '3pm'],
  ["can't make it, maybe next Tuesday or Wednesday", 'next Tuesday or Wednesday'],
  ['Need to move it to Nov 24 at 10:15', 'Nov 24 at 10:15'],
  ['Can I come at 11 on Friday', 'at 11 on Friday'],
  ['No puedo, ¿puede ser el lunes?', 'lunes'],
  ['could I come this afternoon', 'this afternoon'],
  ['R', null],
  ["can't make it", null],
  ["I can't come Friday at 9:30", null],
  ["I can't do tomorrow, another time please", null],
  ['I am sick today, need another time', null],
  ['no puedo ir', null],
])('wishIn of %j is %j', (text, wish) => {
  expect(wishIn(text, asked)).toBe(wish)
})

test('wishIn keeps at most 80 characters of a long story', () => {
  const story = `Tuesday ${'or so, if the bus comes, '.repeat(5)} or Wednesday`
  expect(wishIn(story, asked)).toBe('Tuesday')
})
