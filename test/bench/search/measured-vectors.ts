import { WANTED } from '../../../server/search/semantic/vectors/document-catalog.ts';
import { rankDocuments } from '../../../server/search/semantic/vectors/rank-documents.ts';
import { createVectorTable } from '../../../server/search/semantic/vectors/vector-table.ts';
import { answerParent } from '../child-process.ts';
import { seededRandom } from '../corpus.ts';

/** Searches by vector in a process of its own: ours and the plain loop, over the same vectors, taking turns. */
const [, , count = '0', dimensions = '0'] = process.argv;
const DOCUMENTS = Number(count);
const DIMENSIONS = Number(dimensions);
const QUESTIONS = 20;
const ROUNDS = 5;
const BEST = 10;

const random = seededRandom(5);

const methods = {
  /** Least milliseconds of each question. */
  measure(): { ours: number[]; plain: number[] } {
    const flat = new Float32Array(DOCUMENTS * DIMENSIONS);
    const table = createVectorTable(DIMENSIONS);
    const passages = [{ hash: 'h', section: null, anchor: null }];
    for (let number = 0; number < DOCUMENTS; number += 1) {
      const vector = unitVector();
      flat.set(vector, number * DIMENSIONS);
      table.set(number, { stamp: '1', passages, vectors: vector });
    }
    const marks = new Uint8Array(DOCUMENTS).fill(WANTED);
    const catalog = { idOf: (number: number) => `doc_${number}` };
    const questions = Array.from({ length: QUESTIONS }, unitVector);
    const ours = questions.map(() => Number.POSITIVE_INFINITY);
    const plain = questions.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [number, question] of questions.entries()) {
        const start = performance.now();
        rankDocuments(table.closest(question, marks), marks, catalog);
        const between = performance.now();
        plainLoop(flat, question);
        const end = performance.now();
        ours[number] = Math.min(ours[number] ?? 0, between - start);
        plain[number] = Math.min(plain[number] ?? 0, end - between);
      }
    }
    return { ours, plain };
  },
};

function unitVector(): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  let squares = 0;
  for (let place = 0; place < DIMENSIONS; place += 1) {
    const value = random() - 0.5;
    vector[place] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}

/** Dot products, four at a time, and the best ten. */
function plainLoop(flat: Float32Array, question: Float32Array): number[] {
  const scores = new Float32Array(DOCUMENTS);
  for (let row = 0, at = 0; row < DOCUMENTS; row += 1) {
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let place = 0; place < DIMENSIONS; place += 4, at += 4) {
      first += flat[at]! * question[place]!;
      second += flat[at + 1]! * question[place + 1]!;
      third += flat[at + 2]! * question[place + 2]!;
      fourth += flat[at + 3]! * question[place + 3]!;
    }
    scores[row] = first + second + third + fourth;
  }
  return bestOf(scores);
}

/** Rows with the highest scores, kept in order while going through them once. */
function bestOf(scores: Float32Array): number[] {
  const best: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < scores.length; row += 1) {
    const score = scores[row]!;
    if (best.length === BEST && score <= least) continue;
    const place = best.findIndex((other) => score > scores[other]!);
    best.splice(place === -1 ? best.length : place, 0, row);
    if (best.length > BEST) best.pop();
    least = scores[best.at(-1) ?? 0]!;
  }
  return best;
}

export type MeasuredVectors = typeof methods;
answerParent(methods);
