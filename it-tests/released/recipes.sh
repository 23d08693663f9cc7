#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the recipes of agent/MANUAL.md that are not tests elsewhere, with one tracer.jar: each prints a line, or ends
# with what is missing.
#
#   it-tests/released/recipes.sh TRACER_JAR
set -euo pipefail
tracer="$(realpath "${1:?name tracer.jar}")"
cd "$(dirname "$0")"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

reports() { # RECIPE TRACE METHOD
  java -jar "$tracer" report "$2" --json > "$work/report" || exit
  grep -qF "$3" "$work/report" || {
    echo "$1: the trace lacks '$3'" >&2
    exit 1
  }
  echo "recipe: $1"
}

cat > "$work/Greeter.java" << 'JAVA'
public class Greeter {
    public static void main(String[] args) {
        System.out.println(greet(args.length));
    }

    static String greet(int count) {
        return "hello " + count;
    }
}
JAVA
javac -d "$work" "$work/Greeter.java"

# Each JVM of the shell, tools of the JDK excepted; and what the launcher java starts, javac not.
for variable in JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS; do
  env "$variable=-javaagent:$tracer=include=Greeter,quiet=on,output=$work/$variable.jtr" \
    java -cp "$work" Greeter > /dev/null 2>&1
  reports "$variable" "$work/$variable.jtr" Greeter.greet
done

java -XX:StartFlightRecording=filename="$work/own.jfr" "-javaagent:$tracer=include=Greeter,output=$work/jfr.jtr" \
  -cp "$work" Greeter > /dev/null 2>&1
[[ -s "$work/own.jfr" ]] || { echo "JFR wrote nothing" >&2; exit 1; }
reports "beside JFR" "$work/jfr.jtr" Greeter.greet

MAVEN_OPTS="-javaagent:$tracer=include=org.apache.maven,quiet=on,output=$work/maven.jtr" \
  mvn -B -ntp -q -f boot package
reports "Maven itself" "$work/maven.jtr" LifecycleStarter.execute
java "-javaagent:$tracer=include=com.acme,quiet=on,output=$work/boot.jtr" -jar boot/target/boot.jar > /dev/null
reports "fat jar of Spring Boot" "$work/boot.jtr" 'AsyncTaskExecutor.submit[0]'

unpack() { # GROUP:ARTIFACT:VERSION:TYPE
  (cd "$work" && mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.9.0:unpack -Dartifact="$1" \
    -DoutputDirectory="$work" -DmarkersDirectory="$work/markers")
}

if [[ "$(uname -sm)" == "Linux x86_64" ]]; then
  unpack tools.profiler:async-profiler:4.1:jar
  java "-agentpath:$work/linux-x64/libasyncProfiler.so=start,event=itimer,interval=1ms,file=$work/profile.collapsed" \
    "-javaagent:$tracer=include=Greeter,output=$work/profiled.jtr" -cp "$work" Greeter > /dev/null 2>&1
  [[ -s "$work/profile.collapsed" ]] || { echo "async-profiler wrote nothing" >&2; exit 1; }
  reports "beside async-profiler" "$work/profiled.jtr" Greeter.greet
fi

unpack org.apache.tomcat:tomcat:10.1.48:zip
cd "$work"/apache-tomcat-*
chmod +x bin/*.sh
port=$((20000 + RANDOM % 10000))
sed -i "s/port=\"8080\"/port=\"$port\" address=\"127.0.0.1\"/; s/port=\"8005\"/port=\"$((port + 1))\"/" conf/server.xml
# catalina.sh gives the options to the shell once more, so + separates includes, not a semicolon.
export CATALINA_OPTS="-javaagent:$tracer=include=async+HelloWorldExample,output=$work/tomcat.jtr"
bin/catalina.sh run > "$work/catalina.log" 2>&1 &
catalina=$!
curl -sf --retry 60 --retry-delay 1 --retry-connrefused -o /dev/null \
  "http://127.0.0.1:$port/examples/servlets/servlet/HelloWorldExample" || { cat "$work/catalina.log" >&2; exit 1; }
bin/catalina.sh stop > /dev/null 2>&1
wait "$catalina"
reports "Tomcat" "$work/tomcat.jtr" 'HTTP GET /examples/servlets/servlet/HelloWorldExample'
