// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import java.io.IOException;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** An index in memory: written, merged, changed and searched with Lucene. */
public final class LuceneSearch {
    private static final String[] WORDS = {"quick", "brown", "fox", "jumps", "over", "lazy", "dog", "while"};
    private static final int DOCUMENTS = 300;
    /** Referenced here, because its level would be lost if it were collected. */
    private static final Logger LOGGER = Logger.getLogger("org.apache.lucene");

    private LuceneSearch() {}

    /** Prints what each query finds. */
    public static void main(String[] args) throws IOException {
        // Its messages about missing modules contain the time.
        LOGGER.setLevel(Level.OFF);
        try (Directory directory = new ByteBuffersDirectory()) {
            write(directory);
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                System.out.println("documents " + reader.numDocs());
                search(new IndexSearcher(reader));
            }
        }
    }

    private static void write(Directory directory) throws IOException {
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer())
                .setMaxBufferedDocs(50)
                .setMergeScheduler(new SerialMergeScheduler());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int i = 0; i < DOCUMENTS; i++) {
                writer.addDocument(document(i));
            }
            writer.deleteDocuments(new Term("id", "7"));
            writer.updateDocument(new Term("id", "8"), document(DOCUMENTS));
            writer.forceMerge(1);
        }
    }

    private static Document document(int number) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < WORDS.length; i++) {
            if ((number * 31 + i) % 3 != 0) {
                text.append(WORDS[(number + i) % WORDS.length]).append(' ');
            }
        }
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(number), Field.Store.YES));
        document.add(new TextField("text", text.toString(), Field.Store.YES));
        document.add(new IntPoint("number", number));
        document.add(new NumericDocValuesField("number", number));
        return document;
    }

    private static void search(IndexSearcher searcher) throws IOException {
        find(searcher, new TermQuery(new Term("text", "fox")));
        find(searcher, new PhraseQuery("text", "quick", "brown"));
        find(searcher, new PhraseQuery(2, "text", "lazy", "dog"));
        find(searcher, new WildcardQuery(new Term("text", "*o*")));
        find(searcher, new FuzzyQuery(new Term("text", "quack")));
        find(searcher, new RegexpQuery(new Term("text", "(jump|dog).*")));
        find(
                searcher,
                new BooleanQuery.Builder()
                        .add(IntPoint.newRangeQuery("number", 100, 200), Occur.FILTER)
                        .add(new TermQuery(new Term("text", "over")), Occur.SHOULD)
                        .add(new TermQuery(new Term("text", "lazy")), Occur.MUST_NOT)
                        .build());
    }

    private static void find(IndexSearcher searcher, Query query) throws IOException {
        TopDocs best = searcher.search(query, 3);
        TopDocs last = searcher.search(query, 3, new Sort(new SortField("number", SortField.Type.INT, true)));
        System.out.println(query + ": " + searcher.count(query) + ids(searcher, best) + ids(searcher, last));
    }

    private static String ids(IndexSearcher searcher, TopDocs found) throws IOException {
        StringBuilder ids = new StringBuilder();
        for (ScoreDoc hit : found.scoreDocs) {
            ids.append(' ').append(searcher.storedFields().document(hit.doc).get("id"));
            ids.append(String.format(Locale.ROOT, " %.4f", hit.score));
        }
        return ids.toString();
    }
}
