import { describe, expect, test } from 'bun:test';
import { splitSentences, splitWords } from '../../../src/mail/score/mail/words.ts';

describe('sentences and words', () => {
  test.each<[string, string[]]>([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['Dear Mr. Smith, meet Dr. J. Doe.', ['Dear Mr. Smith, meet Dr. J. Doe.']],
    ['It costs 3.50 now. Buy e.g. two.', ['It costs 3.50 now.', 'Buy e.g. two.']],
    ['Wir öffnen am 5. Mai. Bis dann.', ['Wir öffnen am 5. Mai.', 'Bis dann.']],
    ['Line one\nLine two\nand on', ['Line one', 'Line two and on']],
    ['Wait... what? “Yes.” Good.', ['Wait... what?', '“Yes.”', 'Good.']],
    ['See https://a.example/b.c?d. Then go.', ['See .', 'Then go.']],
    ['---', []],
    ['Bread, milk, etc. We open at 9 a.m. Come in.', ['Bread, milk, etc.', 'We open at 9 a.m.', 'Come in.']],
    ['今日は。明日は！', ['今日は。', '明日は！']],
  ])('%s', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });

  test.each<[string, string[]]>([
    ["Don’t stop: it's 3.5 kg", ['Don’t', 'stop', "it's", '3.5', 'kg']],
    ['write to a@b.example or https://c.example/d e', ['write', 'to', 'or', 'e']],
    ['well-known café', ['well-known', 'café']],
    ['我喜欢苹果', ['我', '喜欢', '苹果']],
    ['', []],
  ])('%s', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});
