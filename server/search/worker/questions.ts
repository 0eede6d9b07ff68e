import { closestTitles } from '../query/closest-titles.ts';
import { findDocuments } from '../query/find-documents.ts';
import { similarDocuments } from '../query/similar-documents.ts';
import type { LiveIndex } from '../index/live-index.ts';
import { createExcerpter } from '../results/excerpt.ts';
import { findFused } from '../semantic/find-fused.ts';
import type { Answer, Question } from './messages.ts';

type AnswerAbout<About> = Extract<Answer, { about: About }>;
type QuestionAbout<About> = Extract<Question, { about: About }>;

/** A page of what answers a search. Rights and filters become sets of documents before anything is ranked (A3). */
export function find(live: LiveIndex, { request, semantic }: QuestionAbout<'find'>): AnswerAbout<'find'> {
  const { query, visible, filter, limit, offset } = request;
  const readable = live.visibleTo(visible);
  const wanted = live.matching(filter, readable);
  const asked = { query, readable, wanted, limit, offset };
  const { documents, total, relaxed, highlights } = findFused(findDocuments, live, asked, semantic);
  const hits = documents.map(({ document, score, reasons, match, closest }) => ({
    id: live.idOf(document),
    score: rounded(score),
    reasons,
    match,
    closest,
  }));
  return { about: 'find', hits, total, relaxed, highlights };
}

export function excerpts({ highlights, texts }: QuestionAbout<'excerpts'>): AnswerAbout<'excerpts'> {
  const excerpt = createExcerpter(highlights);
  return { about: 'excerpts', excerpts: texts.map(({ markdown, summary }) => excerpt(markdown, summary)) };
}

export function similar(
  live: LiveIndex,
  { id, visible, limit }: QuestionAbout<'similar'>,
): AnswerAbout<'similar'> {
  const number = live.documentNumber(id);
  if (number === undefined) return { about: 'similar', documents: [] };
  const found = similarDocuments(live, number, live.visibleTo(visible), limit);
  const documents = found.map(({ document, score }) => ({
    id: live.idOf(document),
    score: rounded(score),
  }));
  return { about: 'similar', documents };
}

export function titles(
  live: LiveIndex,
  { text, visible, limit }: QuestionAbout<'titles'>,
): AnswerAbout<'titles'> {
  const found = closestTitles(live, text, live.visibleTo(visible), limit);
  return { about: 'titles', documents: found.map(({ document }) => ({ id: live.idOf(document) })) };
}

/** Scores of reciprocal ranks differ in the sixth digit. */
const rounded = (score: number): number => Math.round(score * 1e6) / 1e6;
