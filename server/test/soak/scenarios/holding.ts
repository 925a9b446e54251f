import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/holds'
import {
  checkout,
  codeOf,
  extend,
  free,
  hold,
  must,
  mustAllSee,
  mustBe,
  order,
  owner,
  release,
  type Stage,
  strangeRelease,
  take,
  word,
} from './scenario-context.ts'

/** From two windows at once, a visitor reaches for more than anybody may have. */
export async function aGreedyVisitor(stage: Stage) {
  const { asha, tab } = stage
  const seats = free(stage, 16)
  const slots = [...free(stage, 6, 'twoWheeler'), ...free(stage, 6, 'fourWheeler')]
  const answers = await Promise.all(
    [...seats, ...slots].map((place, n) => hold(stage, n % 2 ? asha : tab, place)),
  )

  const words = answers.map(word)
  const got = (from: number, to: number) => words.slice(from, to).filter((said) => said === 'ok')
  mustBe(String(got(0, 16).length), String(MAX_SEATS), 'seats held at once')
  mustBe(String(got(16, 22).length), String(MAX_SLOTS_PER_TYPE), 'two-wheeler slots held')
  mustBe(String(got(22, 28).length), String(MAX_SLOTS_PER_TYPE), 'four-wheeler slots held')
  must(
    words.every((said) => said === 'ok' || said === 'LIMIT'),
    `refused for another reason than the limit: ${words}`,
  )
  const [eleventh] = seats.filter((_, n) => words[n] !== 'ok')
  if (eleventh) mustBe(word(await checkout(stage, tab, [eleventh])), 'LIMIT', 'an eleventh seat')
  const bought = codeOf(await order(stage, asha, seats).send())
  must(bought === 'LIMIT' || bought === 'INVALID', `sixteen seats at once: ${bought}`)
}

/** Of three places one is somebody else's: then the other two must not be touched either. */
export async function aBasketWithAHole(stage: Stage) {
  const { asha, ravi } = stage
  const [a, b, lost] = free(stage, 3)
  await take(stage, ravi, lost)

  mustBe(word(await checkout(stage, asha, [a, b, lost])), 'TAKEN', 'a basket with a held seat')
  mustBe(await owner(stage, a), 'nobody', 'a seat of a refused basket')
  const answer = await order(stage, asha, [lost, a, b]).send()
  mustBe(codeOf(answer), 'TAKEN', 'an order with a held seat')
  mustBe(await owner(stage, b), 'nobody', 'a seat of a refused order')
  const named = 'places' in answer ? answer.places?.map(({ _id }) => _id) : undefined
  mustBe(String(named), lost._id, 'the lost seat, by its name')
  mustBe(await owner(stage, lost), ravi.holder, 'the held seat')
}

/** Somebody else tries everything there is with a held seat. */
export async function aStranger(stage: Stage) {
  const { asha, tab, ravi } = stage
  const [seat, other] = free(stage, 2)
  await take(stage, asha, seat)
  await mustAllSee(stage)

  mustBe(word(await strangeRelease(stage, ravi, seat)), 'NOT_OWNER', "a stranger's release")
  mustBe(word(await hold(stage, ravi, seat)), 'TAKEN', "a stranger's hold")
  mustBe(word(await extend(stage, ravi)), 'NOT_OWNER', "a stranger's extension")
  mustBe(word(await checkout(stage, ravi, [other, seat])), 'TAKEN', "a stranger's basket")
  mustBe(codeOf(await order(stage, ravi, [seat]).send()), 'TAKEN', "a stranger's order")
  mustBe(await owner(stage, seat), asha.holder, 'a seat that a stranger wanted')

  mustBe(word(await release(stage, tab, seat)), 'ok', 'a release from the second window')
  mustBe(await owner(stage, seat), 'nobody', 'a released seat')
  await take(stage, ravi, seat)
  mustBe(word(await strangeRelease(stage, asha, seat)), 'NOT_OWNER', 'a release of what was mine')
  mustBe(await owner(stage, seat), ravi.holder, 'a seat that was somebody else’s before')
}

/** An order at the wrong price, with one place twice, sent often, sent changed, sent again without its key. */
export async function anOrderInManyForms(stage: Stage) {
  const { asha, ravi } = stage
  const [a, b] = free(stage, 3)
  const [slot] = free(stage, 1, 'twoWheeler')
  await take(stage, asha, a)
  const cheap = await order(stage, asha, [a, b]).send(`cheap ${a._id}`, { totalCost: 1 })
  mustBe(codeOf(cheap), 'PRICE_MISMATCH', 'a price of its own')
  const right = order(stage, asha, [a, b, slot])
  mustBe(String('totalCost' in cheap && cheap.totalCost), String(right.total - 50), 'its price')
  const twice = await order(stage, asha, [a, b]).send(`twice ${a._id}`, {
    seatIds: [a._id, b._id, a._id],
  })
  mustBe(codeOf(twice), 'INVALID', 'a seat twice')
  mustBe(await owner(stage, b), 'nobody', 'a seat of refused orders')

  const key = `once ${right.total} ${a._id}`
  const answers = await Promise.all([right.send(key), right.send(key), right.send(key)])
  mustBe(String(answers.map(codeOf)), 'booked,booked,booked', 'one order, three times')
  const references = answers.map((one) => 'booking' in one && one.booking.bookingReference)
  must(new Set(references).size === 1, `one key made ${references}`)
  const bought = answers.flatMap((one) => ('booking' in one ? [one.booking] : []))
  mustBe(String(bought[0]?.totalCost), String(right.total), 'the stored total')
  for (const place of [a, b, slot]) mustBe(await owner(stage, place), 'sold', 'a bought place')

  const changed = await right.send(key, { phone: '9999999999' })
  mustBe(codeOf(changed), 'KEY_REUSED', 'the same key with another order')
  mustBe(codeOf(await right.send()), 'ALREADY_BOOKED', 'the same order without its key')
  mustBe(codeOf(await order(stage, ravi, [b]).send()), 'TAKEN', 'a sold seat')
  mustBe(word(await hold(stage, ravi, a)), 'TAKEN', 'a sold seat')
}
